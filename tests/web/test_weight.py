"""How heavy the pages are."""

import re

import httpx
import pytest

from tests.web.houses import Company, house, sit

KB = 1024


def weight(answer: httpx.Response) -> int:
    """What an answer takes on the wire, its headers included."""
    assert answer.status_code == 200, answer.url
    return answer.num_bytes_downloaded + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["cuckooo", "cudillero", "cubaneo"])
async def test_the_first_view_of_a_table_weighs_under_150_kilobytes(database: str, company: Company, game: str) -> None:
    """With everything that it asks for: style, scripts and fonts."""
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends, game)
        headers = {"Cookie": f"tertulia={friends[0].token}", "Accept-Encoding": "gzip"}
        page = await company.client.get(f"{one.address}/tables/{table}", headers=headers)
        files = set(re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"]+)"', page.text))
        assert sum(file.endswith(".woff2") for file in files) == 2
        answers = [await company.client.get(one.url + file, headers=headers) for file in sorted(files)]
        assert sum(map(weight, [page, *answers])) < 150 * KB
