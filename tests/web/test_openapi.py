"""The document of the API is valid, complete, and true."""

import json
import re
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from app.main import create_app
from app.settings import Settings
from app.web.openapi import document
from tests.web.houses import Company, House, house, sit, well

OPERATIONS = {
    "POST /api/people",
    "GET /api/games",
    "POST /api/tables",
    "GET /api/tables",
    "GET /api/tables/{table}",
    "PATCH /api/tables/{table}",
    "POST /api/tables/{table}/seats",
    "PATCH /api/tables/{table}/seats/{seat}",
    "DELETE /api/tables/{table}/seats/{seat}",
    "POST /api/tables/{table}/seats/{seat}/bot",
    "DELETE /api/tables/{table}/seats/{seat}/bot",
    "POST /api/tables/{table}/seats/{seat}/links",
    "POST /api/tables/{table}/bots",
    "POST /api/tables/{table}/invite",
    "POST /api/tables/{table}/watchers",
    "POST /api/tables/{table}/host",
    "POST /api/tables/{table}/start",
    "POST /api/tables/{table}/moves",
    "POST /api/tables/{table}/undo",
    "POST /api/tables/{table}/rematch",
    "POST /api/tables/{table}/messages",
    "GET /api/tables/{table}/messages",
    "GET /api/tables/{table}/news",
    "GET /api/tables/{table}/history",
    "GET /api/tables/{table}/record",
}


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    """The document."""
    return document(create_app(Settings(database_url="postgresql+asyncpg://nobody@localhost/nowhere")))


def test_the_document_has_every_operation_and_no_other(made: dict[str, Any]) -> None:
    found = {f"{method.upper()} {path}" for path, item in made["paths"].items() for method in item}
    assert found == OPERATIONS


def test_the_document_is_valid(made: dict[str, Any]) -> None:
    schemathesis.openapi.from_dict(made).validate()


def test_every_reference_leads_somewhere_and_every_operation_is_described(made: dict[str, Any]) -> None:
    references = set(re.findall(r"'#/components/schemas/([^']+)'", str(made)))
    assert references <= made["components"]["schemas"].keys()
    for item in made["paths"].values():
        for operation in item.values():
            assert operation["description"].endswith(".")
            assert "default" in operation["responses"]
            names = [(parameter["in"], parameter["name"]) for parameter in operation.get("parameters", [])]
            assert len(names) == len(set(names))


def test_the_actions_of_every_game_are_in_the_document(made: dict[str, Any]) -> None:
    actions = made["components"]["schemas"]["MoveBody"]["properties"]["action"]["anyOf"]
    for reference in actions:
        kinds = made["components"]["schemas"][reference["$ref"].rpartition("/")[2]]
        assert kinds.get("anyOf") or kinds.get("properties")


@pytest.mark.anyio
async def test_the_page_of_the_document_loads_our_own_files_alone(database: str, company: Company) -> None:
    with house(database) as one:
        page = await company.client.get(f"{one.address}/docs")
        addresses = re.findall(r'(?:src|href|data-document)="([^"]+)"', page.text)
        assert len(addresses) == 5
        for address in addresses:
            assert address.startswith("/")
            assert (await company.client.get(one.url + address)).status_code == 200
        document_ = well(await company.client.get(f"{one.address}/api/openapi.json"))
        assert document_["openapi"].startswith("3.")


# The server's thread draws random numbers meanwhile, which Hypothesis takes for ours.
@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
@pytest.mark.anyio
async def test_whatever_is_sent_no_answer_is_an_error_of_ours(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        fuzz(one, well(await company.client.get(f"{one.address}/api/openapi.json")), table, friends[0].token)


def fuzz(one: House, made: dict[str, Any], table: str, token: str) -> None:
    """Send what the document allows, and what it does not, to every operation of a table."""
    schema = schemathesis.openapi.from_dict(made)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30) as client:
        for operation in operations:
            for mode in schemathesis.GenerationMode:
                ask(client, one, operation, mode, table)


def ask(client: httpx.Client, one: House, operation: Any, mode: schemathesis.GenerationMode, table: str) -> None:
    """Send some requests to an operation."""

    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    @settings(
        max_examples=8, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None
    )
    def check(case: Any, real: bool) -> None:
        path = case.path.replace("{table}", table if real else "{table}")
        for name, value in (case.path_parameters or {}).items():
            path = path.replace(f"{{{name}}}", httpx.URL("").copy_with(path=f"/{value}").raw_path.decode()[1:])
        content = b"" if isinstance(case.body, schemathesis.core.NotSet) else case.body
        if not isinstance(content, bytes):
            content = json.dumps(content, default=str).encode()
        query = {str(key): str(value) for key, value in (case.query or {}).items()}
        answer = client.request(operation.method.upper(), one.url + path, params=query, content=content)
        assert answer.status_code < 500, answer.text
        if not answer.is_success and answer.content and not answer.is_redirect:
            assert answer.headers["content-type"] == "application/problem+json", answer.text

    try:
        check()
    except Exception as error:
        if type(error).__name__ not in ("Unsatisfiable", "InvalidArgument"):
            raise
