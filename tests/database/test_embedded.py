"""The PostgreSQL that Tertulia brings along, on the real thing."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.database import binaries, embedded
from app.database.binaries import DatabaseError
from app.database.embedded import EmbeddedPostgres
from app.database.engine import open_connection
from app.database.supervisor import Supervisor
from tests.support.postgres import in_thread
from tests.support.waiting import wait

AS_ROOT = os.geteuid() == 0


@pytest.fixture
def server(data_folder: Path) -> Iterator[EmbeddedPostgres]:
    server = EmbeddedPostgres(data_folder)
    server.open()
    server.start()
    yield server
    server.stop()
    server.close()


def ask(server: EmbeddedPostgres, statement: str) -> object:
    async def once() -> object:
        connection = await open_connection(server.url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return in_thread(once())


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_new_data_folder_becomes_a_database_in_utf8_and_c_order(server: EmbeddedPostgres) -> None:
    assert ask(server, "SHOW server_encoding") == "UTF8"
    assert ask(server, "SELECT datcollate FROM pg_database WHERE datname = current_database()") == "C"
    assert ask(server, "SHOW timezone") == "UTC"
    assert ask(server, "SELECT current_user || ' ' || current_database()") == "tertulia tertulia"


def test_the_password_is_asked_for_and_kept_for_its_owner_alone(server: EmbeddedPostgres, data_folder: Path) -> None:
    secret = data_folder / "postgres.password"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    wrong = server.url.replace(secret.read_text().strip(), "wrong")
    with pytest.raises(Exception, match="password authentication failed"):
        in_thread(open_connection(wrong))
    assert ask(server, "SELECT count(*) FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'") == 0


def test_nothing_listens_on_the_network(server: EmbeddedPostgres) -> None:
    assert ask(server, "SHOW listen_addresses") == ""


def test_data_outlive_a_stop_and_a_kill(server: EmbeddedPostgres) -> None:
    ask(server, "CREATE TABLE kept AS SELECT 1 AS one")
    server.stop()
    server.start()
    assert ask(server, "SELECT one FROM kept") == 1
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    wait(lambda: server.state == "ended", "the death is noticed")
    server.start()
    assert ask(server, "SELECT one FROM kept") == 1


def test_the_supervisor_starts_a_killed_server_again(data_folder: Path) -> None:
    server = EmbeddedPostgres(data_folder)
    server.open()
    supervisor = Supervisor(server)
    supervisor.start()
    try:
        assert supervisor.tick() is None
        for _ in range(2):
            first = server.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            wait(lambda: server.state == "ended", "the death is noticed")
            wait(lambda: supervisor.tick() is None, "it is ready again")
            assert server.pid != first
            assert ask(server, "SELECT 1") == 1
    finally:
        supervisor.stop()
        server.close()


def test_a_data_folder_is_for_one_server_at_a_time(server: EmbeddedPostgres, data_folder: Path) -> None:
    with pytest.raises(DatabaseError, match=r"Another Tertulia is using the data folder .* TERTULIA_DATA"):
        EmbeddedPostgres(data_folder).open()


def test_data_of_another_major_version_are_refused(server: EmbeddedPostgres, data_folder: Path) -> None:
    server.stop()
    server.close()
    (data_folder / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(DatabaseError, match=r"written by PostgreSQL 17, but this is PostgreSQL 18: dump it"):
        EmbeddedPostgres(data_folder).open()
    (data_folder / "postgres" / "PG_VERSION").write_text("18\n")


def test_a_folder_that_is_a_file_is_refused_with_a_sentence(data_folder: Path) -> None:
    (data_folder / "file").touch()
    with pytest.raises(DatabaseError, match=r"cannot write to its data folder .* set TERTULIA_DATA"):
        EmbeddedPostgres(data_folder / "file" / "data").open()


def test_an_interrupted_making_of_the_database_is_begun_anew(data_folder: Path) -> None:
    (data_folder / "postgres.new-left" / "base").mkdir(parents=True)
    (data_folder / "postgres.password").write_text("old\n")
    server = EmbeddedPostgres(data_folder)
    server.open()
    server.start()
    assert ask(server, "SELECT 1") == 1
    server.stop()
    server.close()
    assert not list(data_folder.glob("postgres.new*"))


def test_a_long_path_gets_its_socket_elsewhere(data_folder: Path) -> None:
    deep = data_folder / ("a" * 60) / ("b" * 60)
    deep.parent.mkdir(mode=0o711)
    server = EmbeddedPostgres(deep)
    server.open()
    server.start()
    assert ask(server, "SELECT 1") == 1
    folder = Path((deep / "socket.path").read_text())
    server.stop()
    server.close()
    assert not folder.exists()


def test_programs_that_do_not_exist_are_named(data_folder: Path) -> None:
    with pytest.raises(DatabaseError, match="PostgreSQL"):
        EmbeddedPostgres(data_folder, pg_bin=data_folder / "nowhere").open()


def test_a_failed_start_says_what_postgresql_said(data_folder: Path) -> None:
    server = EmbeddedPostgres(data_folder, options={"shared_buffers": "nonsense"})
    server.open()
    with pytest.raises(DatabaseError, match=r"did not start .*postgres\.log"):
        server.start()
    server.close()


PARENT = """
import sys, time
from pathlib import Path
from app.database.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
server.open()
server.start()
print(server.pid, flush=True)
time.sleep(600)
"""


def test_a_killed_parent_takes_its_database_along_and_the_next_one_starts(data_folder: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(data_folder)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    next_one = EmbeddedPostgres(data_folder)
    next_one.open()
    next_one.start()
    assert not alive(pid)
    assert ask(next_one, "SELECT 1") == 1
    next_one.stop()
    next_one.close()


def test_an_orphan_that_holds_the_folder_is_ended_before_a_new_start(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_ends_with_its_parent", lambda: None)  # as on systems that have no such request
    orphan = EmbeddedPostgres(data_folder)
    orphan.open()
    orphan.start()
    pid = orphan.pid
    orphan.close()
    next_one = EmbeddedPostgres(data_folder)
    next_one.open()
    next_one.start()
    assert next_one.pid != pid
    assert orphan.state == "ended"
    assert ask(next_one, "SELECT 1") == 1
    next_one.stop()
    next_one.close()


if AS_ROOT:

    def test_root_is_told_of_a_folder_that_nobody_can_reach(data_folder: Path) -> None:
        data_folder.chmod(0o700)
        with pytest.raises(DatabaseError, match=r"cannot reach .* TERTULIA_DATA"):
            EmbeddedPostgres(data_folder / "data").open()

    def test_root_runs_the_database_as_nobody(server: EmbeddedPostgres, data_folder: Path) -> None:
        assert Path(f"/proc/{server.pid}").stat().st_uid == (data_folder / "postgres").stat().st_uid != 0

    def test_programs_that_nobody_can_read_are_copied(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(binaries.Account, "can", lambda self, test, path: "site-packages" not in str(path))
        server = EmbeddedPostgres(data_folder)
        server.open()
        server.start()
        assert Path(f"/proc/{server.pid}/exe").resolve().is_relative_to(data_folder / "binaries")
        assert ask(server, "SELECT 1") == 1
        server.stop()
        server.close()


async def test_a_stop_does_not_wait_for_open_transactions(data_folder: Path) -> None:
    server = EmbeddedPostgres(data_folder)
    await asyncio.to_thread(server.open)
    server.start()
    connection = await open_connection(server.url)
    await connection.execute("BEGIN")
    server.stop()
    assert server.state == "ended"
    connection.terminate()
    server.close()
