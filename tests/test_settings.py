"""Settings: their defaults, what is refused, and that each is documented."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import SettingError, Settings, described

DOCS = Path(__file__).parent.parent / "docs" / "settings.md"


def test_every_setting_is_documented_with_its_default_and_its_sentence() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", DOCS.read_text(), re.MULTILINE)
    expected = []
    for name, setting in described().items():
        default = getattr(Settings(), name)
        shown = {None: "", "": ""}.get(default, f"`{default}`")
        expected.append((setting.variable, shown, setting.doc.replace("|", "\\|")))
    assert rows == expected


def test_what_compose_hands_on_are_settings_that_the_hosting_page_names() -> None:
    root = DOCS.parent.parent
    handed = set(re.findall(r"^ +(TERTULIA_\w+): \$\{\1:-\}$", (root / "docker-compose.yml").read_text(), re.MULTILINE))
    assert len(handed) > 5
    assert handed <= {setting.variable for setting in described().values()}
    hosting = (root / "docs" / "hosting.md").read_text()
    assert all(f"`{variable}`" in hosting for variable in handed)


def test_every_doc_is_one_sentence() -> None:
    for setting in described().values():
        assert re.fullmatch(r"[A-Z][^.]*(\.[^ .][^.]*)*\.", setting.doc), setting.doc


def test_an_empty_environment_is_the_defaults() -> None:
    assert Settings.read({}) == Settings()
    assert Settings.read({"TERTULIA_PORT": "", "DATABASE_URL": ""}) == Settings()


def test_values_are_read_from_the_environment(tmp_path: Path) -> None:
    components = tmp_path / "cubaneo.toml"
    components.touch()
    read = Settings.read(
        {
            "TERTULIA_DATA": str(tmp_path),
            "TERTULIA_PORT": "9000",
            "TERTULIA_BOT_PAUSE": "0",
            "TERTULIA_BASE_PATH": "/t/",
            "TERTULIA_URL": "https://games.example.org/",
            "DATABASE_URL": "postgres://someone:secret@db/tertulia",
            "TERTULIA_TRUSTED_PROXIES": "10.0.0.0/8, 127.0.0.1",
            "TERTULIA_CUBANEO_COMPONENTS": str(components),
        }
    )
    assert read == Settings(
        data=tmp_path,
        port=9000,
        bot_pause=0,
        base_path="/t",
        url="https://games.example.org",
        database_url="postgresql+asyncpg://someone:secret@db/tertulia",
        trusted_proxies="10.0.0.0/8, 127.0.0.1",
        cubaneo_components=components,
    )


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TERTULIA_PORT", "eighty"),
        ("TERTULIA_PORT", "70000"),
        ("TERTULIA_WORKERS", "0"),
        ("TERTULIA_POOL", "1"),
        ("TERTULIA_BOT_PAUSE", "-1"),
        ("TERTULIA_BOT_PAUSE", "nan"),
        ("TERTULIA_LIMITS", "many"),
        ("TERTULIA_LOG", "loud"),
        ("TERTULIA_LANGUAGE", "tlh"),
        ("TERTULIA_BASE_PATH", "games"),
        ("TERTULIA_BASE_PATH", "/a b"),
        ("TERTULIA_URL", "games.example.org"),
        ("TERTULIA_URL", "https://games.example.org/path"),
        ("TERTULIA_TRUSTED_PROXIES", "the proxy"),
        ("TERTULIA_HOST", " "),
        ("TERTULIA_CUDILLERO_COMPONENTS", "/no/such/file"),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence_that_names_it(variable: str, value: str) -> None:
    with pytest.raises(SettingError) as refusal:
        Settings.read({variable: value})
    assert str(refusal.value).startswith(f"{variable} must be ")
    assert repr(value) in str(refusal.value)
    assert str(refusal.value).endswith(" is not.")


def test_a_refusal_never_shows_a_password() -> None:
    with pytest.raises(SettingError) as refusal:
        Settings.read({"DATABASE_URL": "mysql://someone:secret@db/tertulia"})
    assert "secret" not in str(refusal.value)


def test_a_misspelt_setting_is_refused() -> None:
    with pytest.raises(SettingError, match="TERTULIA_PROT is not a setting"):
        Settings.read({"TERTULIA_PROT": "9000"})


@given(st.sampled_from(sorted(setting.variable for setting in described().values())), st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_sentence(variable: str, text: str) -> None:
    with suppress(SettingError):
        Settings.read({variable: text})
