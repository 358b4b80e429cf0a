"""Settings: flags before the environment before defaults, and a sentence for every error."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from parlour.server.ops.settings import SETTINGS, Settings, flag_of, read_settings, variable_of, web_address
from tests.terminal.helpers.desk import run


def test_the_usual_settings_need_nothing() -> None:
    assert read_settings({}, {}) == Settings()
    assert (Settings().host, Settings().port, Settings().name) == ("127.0.0.1", 8765, "house")


def test_every_setting_can_be_read() -> None:
    assert list(SETTINGS) == [field.name for field in fields(Settings)]


def test_flags_come_before_the_environment_and_that_before_the_usual() -> None:
    environment = {"PARLOUR_PORT": "9000", "PARLOUR_NAME": "night", "PARLOUR_GRACE": "", "PARLOUR_STRANGE": "?"}
    settings = read_settings({"port": "9001", "name": None}, environment)
    assert (settings.port, settings.name, settings.grace) == (9001, "night", 30)


def test_several_values() -> None:
    settings = read_settings(
        {"origins": ("https://Cards.example/", "http://127.0.0.1:5173")}, {"PARLOUR_BEHIND_PROXY": "10.0.0.0/8, ::1"}
    )
    assert settings.origins == ("https://cards.example", "http://127.0.0.1:5173")
    assert settings.behind_proxy == ("10.0.0.0/8", "::1")
    assert read_settings({}, {"PARLOUR_BEHIND_PROXY": "off"}).behind_proxy == ()


def test_the_database_is_a_file_at_home_unless_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    assert Settings().database_url == f"sqlite:///{tmp_path / 'house.db'}"
    assert read_settings({"database": "postgresql://me@there/cards"}, {}).database_url == "postgresql://me@there/cards"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", "-1"),
        ("port", "http"),
        ("port", "٣"),
        ("port", "9" * 5000),
        ("host", "no such host!"),
        ("host", ""),
        ("name", "a b"),
        ("name", "x" * 41),
        ("database", "mysql://root@there/x"),
        ("database", "house.db"),
        ("database", "sqlite:///a\x00b"),
        ("origins", "cards.example"),
        ("origins", "https://cards.example/path"),
        ("origins", "https://user@cards.example"),
        ("origins", "https://cards.example:99999"),
        ("origins", "https://"),
        ("origins", "*"),
        ("behind_proxy", "*"),
        ("behind_proxy", "proxy"),
        ("behind_proxy", "0.0.0.0/0"),
        ("behind_proxy", "128.0.0.0/1"),
        ("behind_proxy", "::/0"),
        ("public_url", "cards.example"),
        ("public_url", "https://cards.example/play"),
        ("grace", "0"),
        ("race_window", "1e2"),
        ("most_rooms", "0"),
        ("send_timeout", "nan"),
        ("send_timeout", "inf"),
        ("send_timeout", "-1"),
        ("bot_threads", "1000"),
        ("keep_days", "a\x1b[2Jb"),
        ("database_wait", "-1"),
        ("drop_days", "many"),
        ("admin_token", "short"),
        ("metrics_token", "with a space in it"),
        ("log_format", "xml"),
        ("log_level", "loud"),
        ("otel", "collector:4318"),
    ],
)
def test_a_bad_value_gets_one_sentence(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^--{name.replace('_', '-')} must be .*\\.$") as refusal:
        read_settings({name: value}, {})
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200
    if value.strip():
        with pytest.raises(ValueError, match=f"^PARLOUR_{name.upper()} must be "):
            read_settings({}, {f"PARLOUR_{name.upper()}": value})


def test_a_password_is_never_said_again() -> None:
    with pytest.raises(ValueError) as refusal:
        read_settings({"database": "mysql://root:hunter2@there/x"}, {})
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8765, "http://127.0.0.1:8765/"),
        ("0.0.0.0", 80, "http://127.0.0.1/"),
        ("::", 81, "http://[::1]:81/"),
        ("fe80::1", 81, "http://[fe80::1]:81/"),
        ("cards.example", 8080, "http://cards.example:8080/"),
    ],
)
def test_the_address_for_a_browser(host: str, port: int, address: str) -> None:
    assert web_address(host, port) == address


def test_the_guide_for_operators_has_the_table_of_the_settings() -> None:
    script = Path(__file__).parents[2] / "scripts" / "settings.py"
    done = subprocess.run([sys.executable, script, "--check"])
    assert done.returncode == 0, "run python scripts/settings.py"


def test_the_help_names_every_setting_and_its_default() -> None:
    said = " ".join(run("serve", "--help", COLUMNS="200").output.split())
    for name, setting in SETTINGS.items():
        assert f"{flag_of(name)} {setting.shown_as} {setting.help} [default: " in said


def test_every_setting_is_read_from_the_environment() -> None:
    """A value that no setting can have is refused with the name of its variable."""
    for name in SETTINGS:
        with pytest.raises(ValueError, match=f"^{variable_of(name)} must be "):
            read_settings({}, {variable_of(name): "\x07?"})


def test_a_token_can_be_in_a_file(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("0123456789abcdef\n")
    assert read_settings({"admin_token": f"@{token}"}, {}).admin_token == "0123456789abcdef"
    for path in (tmp_path / "missing", tmp_path, "~no-such-user/token"):
        with pytest.raises(ValueError, match=r"^--admin-token must be the path of a readable file after the @, not '@.*'\.$"):
            read_settings({"admin_token": f"@{path}"}, {})


def test_a_token_is_not_looked_for_in_a_long_file(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text(" " * 20_000 + "0123456789abcdef")
    with pytest.raises(ValueError, match="must be 16 to 200 letters"):
        read_settings({"admin_token": f"@{token}"}, {})


def test_a_token_is_never_said_again() -> None:
    with pytest.raises(ValueError, match="must be 16 to 200 letters") as refusal:
        read_settings({"metrics_token": "hunter2"}, {})
    assert "hunter2" not in str(refusal.value)
