"""How commands beside the server reach the database."""

from pathlib import Path

import pytest

from app.database.access import own, reach
from app.database.binaries import DatabaseError
from app.database.embedded import EmbeddedPostgres
from app.database.engine import open_connection
from app.settings import Settings
from tests.support.postgres import in_thread


async def says(url: str) -> str:
    connection = await open_connection(url)
    name: str = await connection.fetchval("SELECT current_database()")
    await connection.close()
    return name


def test_a_named_database_is_reached(database: str) -> None:
    with reach(Settings(database_url=database)) as url:
        assert in_thread(says(url)).startswith("test_")


def test_a_folder_without_a_database_is_refused_and_left_as_it_is(data_folder: Path) -> None:
    with pytest.raises(DatabaseError, match="There is no database in"), reach(Settings(data=data_folder)):
        pass
    assert list(data_folder.iterdir()) == []


def test_where_the_data_was_looked_for_is_told_as_a_whole_path(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data_folder)
    with pytest.raises(DatabaseError) as refused, reach(Settings()):
        pass
    assert str(refused.value) == (
        f"There is no database in {data_folder / 'data'} yet. Start the server once; or if it keeps its data "
        "elsewhere, set TERTULIA_DATA to that folder, as a whole path."
    )


def test_a_stopped_one_is_started_for_the_while(data_folder: Path) -> None:
    made = own(Settings(data=data_folder))
    made.open()
    made.close()
    with reach(Settings(data=data_folder)) as url:
        assert in_thread(says(url)) == "tertulia"
    assert not (data_folder / "postgres" / "postmaster.pid").exists()


def test_the_one_that_runs_is_shared_and_left_running(data_folder: Path) -> None:
    deep = data_folder / ("a" * 60) / ("b" * 60)  # its socket is elsewhere
    deep.parent.mkdir(mode=0o711)
    server = EmbeddedPostgres(deep)
    server.open()
    server.start()
    with reach(Settings(data=deep)) as url:
        assert in_thread(says(url)) == "tertulia"
    assert server.state == "ready"
    with reach(Settings(data=deep)) as url:
        assert in_thread(says(url)) == "tertulia"
    server.stop()
    server.close()
