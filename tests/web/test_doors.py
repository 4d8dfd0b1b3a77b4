"""The doors: same-origin proof, headers, identity, limits, sizes, base path."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.web.houses import Company, gather, house, sit, well


def cookie(answer: httpx.Response) -> dict[str, str]:
    """The attributes of the cookie that an answer sets, with lower-case names."""
    first, *attributes = answer.headers["set-cookie"].split("; ")
    parts = [attribute.partition("=") for attribute in attributes]
    return {"value": first.partition("=")[2]} | {name.lower(): value for name, _, value in parts}


@pytest.mark.anyio
async def test_only_our_own_pages_may_change_anything_with_a_cookie(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        mine = {"Cookie": f"tertulia={ana.token}"}
        address = f"{one.address}/api/tables"
        for headers, status in [
            ({}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": "https://evil.example"}, 403),
            ({"Origin": one.url + ".evil.example"}, 403),
            ({"Sec-Fetch-Site": "cross-site", "Origin": one.url}, 403),
            ({"Sec-Fetch-Site": "same-site"}, 403),
            ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, 403),
            ({"Sec-Fetch-Site": "same-origin"}, 201),
            ({"Origin": one.url}, 201),
            ({"Sec-Fetch-Site": "same-origin", "Origin": one.url}, 201),
            ({"Sec-Fetch-Site": "cross-site", "Authorization": f"Bearer {ana.token}"}, 201),
        ]:
            made = await company.client.post(address, json={"game": "cuckooo"}, headers={**mine, **headers})
            assert made.status_code == status, headers
            if status == 403:
                assert made.json()["type"] == "urn:tertulia:problem:other-site"


@pytest.mark.anyio
async def test_whoever_asks_only_for_the_head_of_a_page_gets_it(database: str, company: Company) -> None:
    with house(database) as one:
        for path in ("/", "/healthz", "/api/games", "/rules/cuckooo"):
            head = await company.client.head(one.address + path)
            whole = await company.client.get(one.address + path)
            assert head.status_code == whole.status_code == 200, path
            assert head.content == b""
            assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.anyio
async def test_another_site_cannot_even_make_a_person(database: str, company: Company) -> None:
    with house(database) as one:
        refused = await company.client.post(
            f"{one.address}/api/people", json={}, headers={"Origin": "https://evil.example"}
        )
        assert refused.status_code == 403


@pytest.mark.anyio
async def test_behind_https_a_page_of_http_is_another_site(database: str, company: Company) -> None:
    with house(database) as one:
        host = one.url.removeprefix("http://")
        for origin, status in [(f"http://{host}", 403), (f"https://{host}", 201)]:
            made = await company.client.post(
                f"{one.address}/api/people", json={}, headers={"X-Forwarded-Proto": "https", "Origin": origin}
            )
            assert made.status_code == status


@pytest.mark.anyio
async def test_every_answer_tells_browsers_what_to_guard_against(database: str, company: Company) -> None:
    with house(database) as one:
        for path in ("/", "/api/games", "/api/nowhere", "/nowhere", "/docs", "/healthz", "/static/x/frame.css"):
            answer = await company.client.get(one.address + path)
            policy = answer.headers["content-security-policy"]
            assert "unsafe" not in policy
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["x-robots-tag"].startswith("noindex")
            assert "strict-transport-security" not in answer.headers
            assert "cache-control" in answer.headers
            assert "server" not in answer.headers


@pytest.mark.anyio
async def test_https_is_remembered_and_cookies_are_kept_to_it(database: str, company: Company) -> None:
    with house(database) as one:
        secure = await company.client.get(one.address, headers={"X-Forwarded-Proto": "https"})
        assert "max-age=" in secure.headers["strict-transport-security"]


@pytest.mark.anyio
async def test_a_get_makes_nobody_and_a_form_does(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        invite = (await ana.get(f"/tables/{table}"))["you"]["invite"]
        join = f"{one.address}/join/{invite}"
        looked = await company.client.get(join)
        assert looked.status_code == 200
        assert "set-cookie" not in looked.headers
        for scheme in ("http", "https"):
            origin = one.url.replace("http", scheme)
            headers = {"Origin": origin, "X-Forwarded-Proto": scheme}
            joined = await company.client.post(join, data={"name": f"Bo by {scheme}"}, headers=headers)
            assert joined.status_code == 303, joined.text
            made = cookie(joined)
            assert made["samesite"] == "Lax"
            assert made["path"] == "/"
            assert "httponly" in made
            assert ("secure" in made) == (scheme == "https")
            assert int(made["max-age"]) == 400 * 24 * 3600
            company.client.cookies.clear()
            page = await company.client.get(
                f"{one.address}/tables/{table}", headers={"Cookie": f"tertulia={made['value']}"}
            )
            assert page.status_code == 200
            assert cookie(page)["value"] == made["value"], "a page renews the cookie"
            company.client.cookies.clear()


@pytest.mark.anyio
async def test_a_cookie_of_nobody_is_nobody_and_a_token_of_nobody_is_refused(database: str, company: Company) -> None:
    with house(database) as one:
        assert (
            well(await company.client.get(f"{one.address}/api/tables", headers={"Cookie": "tertulia=x"}))["own"] == []
        )
        refused = await company.client.get(f"{one.address}/api/tables", headers={"Authorization": "Bearer x"})
        assert refused.status_code == 401
        missing = await company.client.post(f"{one.address}/api/tables", json={"game": "cuckooo"})
        assert missing.status_code == 401
        assert missing.headers["www-authenticate"] == "Bearer"


@pytest.mark.anyio
async def test_a_body_is_never_longer_than_64_kilobytes(database: str, company: Company) -> None:
    async def pieces() -> Any:
        for _ in range(20):
            yield b" " * 8192

    with house(database) as one:
        for body in (b" " * 65_537, pieces()):
            answer = await company.client.post(f"{one.address}/api/people", content=body)
            assert answer.status_code == 413
            assert answer.json()["detail"].endswith("Send less at once.")
        assert (
            await company.client.post(f"{one.address}/api/people", content=b"{}" + b" " * 65_000)
        ).status_code == 201


@pytest.mark.anyio
async def test_what_cannot_be_read_gets_a_clear_answer(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        moves = f"/tables/{table}/moves"
        good = '"id": "abcd", "version": 0, "action": {}'
        for method, path, body, status in [
            ("POST", "/tables", b"{", 400),
            ("POST", "/tables", b'{"game": "\xff"}', 400),
            ("POST", "/tables", b"[" * 60_000, 422),
            (
                "POST",
                "/tables",
                b'{"game": "cuckooo", "options": {"flocks": %s}}' % (b"[" * 20_000 + b"]" * 20_000),
                400,
            ),
            ("POST", "/tables", b"[]", 422),
            ("POST", "/tables", b'{"game": "cuckooo", "extra": 1}', 422),
            ("POST", "/tables", b'{"game": 7}', 422),
            ("POST", "/tables", b'{"game": "chess"}', 404),
            ("POST", "/tables", b'{"game": "cuckooo", "options": {"flocks": "flying"}}', 422),
            ("POST", "/tables", b'{"game": "cuckooo", "options": {"wings": 2}}', 422),
            ("POST", "/tables", b'{"game": "cuckooo", "name": "\\u0000"}', 422),
            ("POST", "/tables", b'{"game": "cuckooo", "name": "\\ud800"}', 400),
            ("POST", "/tables", b'{"game": "cuckooo", "visibility": "moon"}', 422),
            ("PATCH", f"/tables/{table}", b'{"order": [1, 1]}', 422),
            ("PATCH", f"/tables/{table}", b'{"order": [99999999999999999999]}', 422),
            ("POST", moves, b'{"id": "abcd", "version": -1, "action": {}}', 422),
            ("POST", moves, b'{"id": "abcd", "version": 1e99, "action": {}}', 422),
            ("POST", moves, b'{"id": "a b", "version": 0, "action": {}}', 422),
            ("POST", moves, b'{%s, "x": 1}' % good.encode(), 422),
            ("POST", moves, b'{"id": "abcd", "version": 0, "action": %s}' % (b"[" * 20_000 + b"]" * 20_000), 400),
            ("POST", f"/tables/{table}/seats/0/bot", b"", 404),
            ("POST", f"/tables/{table}/seats/x/bot", b"", 404),
            ("POST", f"/tables/{table}/seats/9/bot", b"", 404),
            ("POST", f"/tables/{'0' * 32}/moves", b"{%s}" % good.encode(), 404),
            ("POST", "/tables/../moves", b"{}", 404),
            ("GET", f"/tables/{table}/history?since=x", b"", 422),
            ("GET", f"/tables/{table}/record", b"", 409),
            ("PUT", f"/tables/{table}", b"", 405),
        ]:
            answer = await ana.ask(method, path, content=body)
            assert answer.status_code == status, (method, path, body[:60], answer.text[:300])
            assert answer.headers["content-type"] == "application/problem+json"
            problem = answer.json()
            assert problem["status"] == status
            assert problem["detail"].endswith("."), problem
            assert "Traceback" not in answer.text
        assert (await ana.get(f"/tables/{table}"))["version"] == 0


@pytest.mark.anyio
async def test_an_error_of_ours_tells_nothing_of_its_insides(
    database: str, company: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("the combination of the safe")

    with house(database) as one:
        monkeypatch.setattr(one.parts.tables.lobby, "open", fail)
        for path in ("/api/tables", "/"):
            answer = await company.client.get(one.address + path)
            assert answer.status_code == 500
            assert "safe" not in answer.text
            assert "content-security-policy" in answer.headers
        assert answer.headers["content-type"].startswith("text/html")
    assert "the combination of the safe" in caplog.text


@pytest.mark.anyio
async def test_too_many_tries_are_told_when_to_come_back(database: str, company: Company) -> None:
    with house(database, limits=1) as one:
        ana, thief = await company.all_come(one, "Ana", "Somebody")
        table = await gather([ana])
        answers = [await thief.ask("POST", f"/tables/{table}/seats", json={"invite": f"guess {n}"}) for n in range(30)]
        assert answers[0].status_code == 404
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 0
        made = [await ana.ask("POST", "/tables", json={"game": "cuckooo"}) for _ in range(20)]
        assert made[-1].status_code == 429
        page = await company.client.get(one.address)
        assert page.status_code == 200


@pytest.mark.anyio
async def test_somebody_else_s_wrong_guesses_do_not_keep_a_friend_out(database: str, company: Company) -> None:
    with house(database, limits=1) as one:
        ana, thief, bo = await company.all_come(one, "Ana", "Somebody", "Bo")
        table = await gather([ana])
        for number in range(30):
            await thief.ask("POST", f"/tables/{table}/seats", json={"invite": f"guess {number}"})
        invite = (await ana.get(f"/tables/{table}"))["you"]["invite"]
        await bo.post(f"/tables/{table}/seats", {"invite": invite, "name": "Bo"})


@pytest.mark.anyio
async def test_a_server_may_ask_for_a_password_to_make_a_table(database: str, company: Company) -> None:
    with house(database, table_password="open sesame") as one:
        (ana,) = await company.all_come(one, "Ana")
        for body, status in [({}, 403), ({"password": "sesame"}, 403), ({"password": "open sesame"}, 201)]:
            made = await ana.ask("POST", "/tables", json={"game": "cuckooo", **body})
            assert made.status_code == status


@pytest.mark.anyio
async def test_it_lives_below_a_path_with_a_proxy_that_keeps_it_and_one_that_takes_it_away(
    database: str, company: Company
) -> None:
    with house(database, base_path="/t") as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        for base in (f"{one.url}/t", one.url):
            for path in ("/healthz", "/", "/docs", "/api/games"):
                answer = await company.client.get(base + path)
                assert answer.status_code == 200, base + path
            evil = await company.client.post(f"{base}/api/people", json={}, headers={"Origin": "https://evil.example"})
            assert evil.json()["type"] == "urn:tertulia:problem:other-site"
        page = (await company.client.get(f"{one.url}/t/")).text
        assert 'href="/t/' in page
        assert 'href="/static' not in page
        link = (await friends[0].post(f"/tables/{table}/watchers"))["url"]
        assert link.startswith(f"{one.url}/t/watch/")
        async with friends[0].socket(table) as socket:
            assert await socket.recv()
        document = well(await company.client.get(f"{one.url}/t/api/openapi.json"))
        assert document["servers"] == [{"url": "/t"}]


@pytest.mark.anyio
async def test_only_a_trusted_proxy_says_where_somebody_comes_from(database: str, company: Company) -> None:
    for trusted, household in [("127.0.0.1", 1), ("10.9.8.7", 2)]:
        with house(database, limits=0.1, trusted_proxies=trusted) as one:
            statuses = []
            for number in range(8):
                headers = {"X-Forwarded-For": f"203.0.113.{number}"}
                made = await company.client.post(f"{one.address}/api/people", json={}, headers=headers)
                statuses.append(made.status_code)
            assert (429 in statuses) == (household == 2)


@pytest.mark.anyio
async def test_the_server_says_whether_it_lives_and_whether_it_can_serve(database: str, company: Company) -> None:
    with house(database) as one:
        assert well(await company.client.get(f"{one.address}/healthz")) == {"status": "alive"}
        async with asyncio.timeout(20):
            while True:
                ready = well(await company.client.get(f"{one.address}/readyz"))
                if ready["news"] == "hints":
                    break
        assert ready["status"] == "ready"
    with house(database.replace("/test_", "/gone_")) as one:
        assert (await company.client.get(f"{one.address}/healthz")).status_code == 200
        unready = await company.client.get(f"{one.address}/readyz")
        assert unready.status_code == 503
        for path in ("/api/tables", "/"):
            answer = await company.client.get(one.address + path, headers={"Cookie": "tertulia=somebody"})
            assert answer.status_code == 503, path
            assert answer.headers["retry-after"]
            assert "postgres" not in answer.text.lower()
