"""`tertulia serve` as a whole: its parent, its workers, its database, and how they end."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import httpx
import pytest

from tests.support.waiting import wait

TOY = "tests.support.toy_app:create_app"


class Served:
    """A running `tertulia serve`."""

    def __init__(self, *arguments: str, app: str = TOY, **environment: str) -> None:
        command = [sys.executable, "-m", "app.cli", "serve", "--port", "0", "--app", app, *arguments]
        self.errors = TemporaryFile("w+")  # noqa: SIM115 (closed by last_words; a full pipe would stop who writes to it)
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        self.url = ""

    def until_ready(self) -> "Served":
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\w.:]+", line)
        assert found, line + self.end(signal.SIGKILL)
        self.url = found.group()
        return self

    def ask(self) -> dict[str, Any]:
        told: dict[str, Any] = httpx.get(self.url, timeout=10).raise_for_status().json()
        return told

    def answers(self) -> bool:
        try:
            return bool(self.ask())
        except httpx.HTTPError:
            return False

    def end(self, number: signal.Signals = signal.SIGINT) -> str:
        """Send a signal and return `last_words`."""
        self.process.send_signal(number)
        return self.last_words()

    def last_words(self) -> str:
        """Wait for the end and return all that was said after the server was ready."""
        out, _ = self.process.communicate(timeout=60)
        with self.errors:
            self.errors.seek(0)
            return out + self.errors.read()


@pytest.fixture
def environment(data_folder: Path) -> dict[str, str]:
    """Settings for a server that has a database of its own."""
    return {"TERTULIA_DATA": str(data_folder), "DATABASE_URL": "", "TERTULIA_WORKERS": "1"}


Serve = Callable[..., Served]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """serve(...) starts a server; none is left at the end."""
    all_served: list[Served] = []

    def start(*arguments: str, app: str = TOY, **environment: str) -> Served:
        all_served.append(Served(*arguments, app=app, **environment))
        return all_served[-1]

    yield start
    for served in all_served:
        if served.process.poll() is None:
            served.end(signal.SIGKILL)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def database_pid(data_folder: Path) -> int:
    return int((data_folder / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def test_ctrl_c_ends_workers_and_database_and_the_next_start_has_the_data(
    serve: Serve, environment: dict[str, str], data_folder: Path
) -> None:
    served = serve(**environment).until_ready()
    told = served.ask()
    assert told["database"] == "tertulia"
    pid = database_pid(data_folder)
    assert "Stopping" in served.end()
    assert served.process.returncode == 0
    assert not alive(told["pid"])
    assert not alive(pid)
    again = serve(**environment).until_ready()
    assert again.answers()
    again.end(signal.SIGTERM)
    assert again.process.returncode == 0


def test_a_killed_parent_leaves_nothing_running_and_the_next_start_works(
    serve: Serve, environment: dict[str, str], data_folder: Path
) -> None:
    served = serve(**environment).until_ready()
    worker, database = served.ask()["pid"], database_pid(data_folder)
    served.end(signal.SIGKILL)
    wait(lambda: not alive(worker), "the worker notices")
    wait(lambda: not alive(database), "the database notices")
    again = serve(**environment).until_ready()
    assert again.answers()
    again.end()


def test_a_killed_worker_is_replaced(serve: Serve, environment: dict[str, str]) -> None:
    served = serve(**environment).until_ready()
    for _ in range(2):
        worker = served.ask()["pid"]
        os.kill(worker, signal.SIGKILL)
        wait(lambda worker=worker: served.answers() and served.ask()["pid"] != worker, "another worker answers")  # type: ignore[misc]
    assert "another one takes its place" in served.end()


def test_a_killed_database_is_started_again(serve: Serve, environment: dict[str, str], data_folder: Path) -> None:
    served = serve(**environment).until_ready()
    assert served.answers()
    os.kill(database_pid(data_folder), signal.SIGKILL)
    wait(served.answers, "the server answers from the new database")
    assert "it is started again" in served.end()


def test_several_workers_answer_on_one_port(serve: Serve, environment: dict[str, str]) -> None:
    served = serve("--workers", "2", **environment).until_ready()
    pids: set[int] = set()

    def both() -> bool:
        pids.add(served.ask()["pid"])
        return len(pids) == 2

    wait(both, "both workers have answered")
    served.end()
    assert not any(alive(pid) for pid in pids)


def test_a_named_database_is_used_and_no_other_is_started(serve: Serve, database: str, data_folder: Path) -> None:
    served = serve(DATABASE_URL=database, TERTULIA_DATA=str(data_folder)).until_ready()
    assert served.ask()["database"].startswith("test_")
    served.end()
    assert list(data_folder.iterdir()) == []


def refusal(*arguments: str, **environment: str) -> str:
    """The one sentence that a server says that cannot start."""
    command = [sys.executable, "-m", "app.cli", "serve", "--app", TOY, *arguments]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_taken_port_is_one_sentence(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert f"Port {port} is taken" in refusal("--port", port, **environment)


def test_a_data_folder_that_cannot_be_written_is_one_sentence(environment: dict[str, str], data_folder: Path) -> None:
    (data_folder / "file").touch()
    environment["TERTULIA_DATA"] = str(data_folder / "file" / "data")
    assert "set TERTULIA_DATA" in refusal("--port", "0", **environment)


def test_data_of_another_major_version_are_one_sentence(environment: dict[str, str], data_folder: Path) -> None:
    cluster = data_folder / "postgres"
    cluster.mkdir()
    (cluster / "PG_VERSION").write_text("17\n")
    assert "written by PostgreSQL 17" in refusal("--port", "0", **environment)


def test_a_wrong_setting_is_one_sentence(environment: dict[str, str]) -> None:
    assert "TERTULIA_WORKERS must be" in refusal("--workers", "many", **environment)


def test_a_database_that_refuses_us_is_one_sentence(database: str) -> None:
    wrong = database.replace("tertulia:", "tertulia:not")
    sentence = refusal("--port", "0", DATABASE_URL=wrong)
    assert "password authentication failed" in sentence
    assert "check DATABASE_URL" in sentence


@pytest.mark.parametrize(
    ("app", "fault"),
    [
        ("tests.support.toy_app:create_broken_app", "this application cannot be made"),
        ("tests.support.no_such_app:create_app", "No module named 'tests.support.no_such_app'"),
    ],
)
def test_a_worker_that_cannot_start_ends_the_server_with_a_sentence(
    serve: Serve, environment: dict[str, str], app: str, fault: str
) -> None:
    served = serve("--workers", "2", app=app, **environment)
    said = served.last_words()
    assert served.process.returncode == 2
    assert "tertulia: The server did not start, since one of its processes ended" in said
    assert fault in said
    assert "app/serving/crew.py" not in said, "no traceback of the parent"


def test_a_component_file_with_faults_is_one_sentence(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[islands]\n")
    sentence = refusal("--port", "0", **environment, TERTULIA_CUBANEO_COMPONENTS=str(file))
    assert sentence.startswith(f"tertulia: TERTULIA_CUBANEO_COMPONENTS names {file}, which cannot be used: ")


def test_a_database_with_too_few_connections_is_one_sentence(database: str) -> None:
    assert "lower TERTULIA_WORKERS or TERTULIA_POOL" in refusal(
        "--port", "0", "--workers", "8", DATABASE_URL=database, TERTULIA_POOL="100"
    )
