"""Settings: flags before the environment before the usual, and a sentence for whatever is wrong."""

from dataclasses import fields
from pathlib import Path

import pytest

from parlour.server.settings import READERS, Settings, read_settings, web_address


def test_the_usual_settings_need_nothing() -> None:
    assert read_settings({}, {}) == Settings()
    assert (Settings().host, Settings().port, Settings().name) == ("127.0.0.1", 8765, "house")


def test_every_setting_can_be_read() -> None:
    assert set(READERS) == {field.name for field in fields(Settings)}


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
        ("grace", "0"),
        ("race_window", "1e2"),
        ("most_rooms", "0"),
        ("send_timeout", "nan"),
        ("send_timeout", "inf"),
        ("send_timeout", "-1"),
        ("bot_threads", "1000"),
        ("keep_days", "a\x1b[2Jb"),
    ],
)
def test_a_bad_value_gets_one_sentence(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^--{name.replace('_', '-')} is .*\\.$") as refusal:
        read_settings({name: value}, {})
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200
    if value.strip():
        with pytest.raises(ValueError, match=f"^PARLOUR_{name.upper()} is "):
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
