"""The ways operators start a house: the container, compose, systemd's units and its socket."""

import configparser
import os
import re
import shlex
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]

from parlour.cli import main
from parlour.server.http.static import FOLDER
from parlour.server.ops.settings import SETTINGS, read_settings, variable_of
from parlour.server.ops.systemd import passed_socket
from tests.server.helpers.clients import READY

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
FOLDERS = {"PARLOUR_HOME", "PARLOUR_CACHE"}
"""Variables that are not settings of the server."""


def check_variables(variables: dict[str, str]) -> None:
    """Check that all variables are settings with valid values."""
    ours = {name: value for name, value in variables.items() if name.startswith("PARLOUR_")}
    assert ours.keys() - FOLDERS <= {variable_of(name) for name in SETTINGS}
    read_settings({}, ours)


# ---- the container --------------------------------------------------------------------------------------------------


def test_the_container_is_made_by_the_script_alone() -> None:
    runs = re.findall(r"^RUN (.+)$", DOCKERFILE, re.MULTILINE)
    assert runs == [
        "sh scripts/image.sh pages",
        "sh scripts/image.sh offline",
        "sh scripts/image.sh install /opt/parlour /opt/data",
    ]


def test_the_script_installs_a_house_that_runs(tmp_path: Path) -> None:
    """The line of the Dockerfile, into an empty folder; fewer packages, since numba is large."""
    (line,) = re.findall(r"^RUN (.+ install .+)$", DOCKERFILE, re.MULTILINE)
    environment = {**os.environ, "PYTHON": sys.executable, "EXTRAS": "postgres"}
    environment["PIP_NO_COMPILE"] = "0"  # no bytecode is compiled: pip reads this variable the other way round
    environment.pop("PYTHONPATH", None)
    command = shlex.split(line.replace("/opt/", f"{tmp_path}/"))
    subprocess.run(command, check=True, cwd=ROOT, env=environment, timeout=1200)
    again = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (1, f"{tmp_path}/parlour already exists: name a new folder.\n")
    assert (tmp_path / "data").is_dir()
    where: list[str | Path] = [tmp_path / "parlour" / "bin" / "python", "-c", "import parlour; print(parlour.__file__)"]
    assert subprocess.run(where, capture_output=True, text=True, cwd=tmp_path, env=environment).stdout.startswith(str(tmp_path))
    environment |= {"PARLOUR_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    (tmp_path / "link").symlink_to(tmp_path / "parlour")  # the guide for systemd has a link to the folder of a version
    serve: list[str | Path] = [tmp_path / "link" / "bin" / "parlour", "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as house:
        assert house.stdout is not None
        found = READY.search(house.stdout.readline())
        assert found
        for path in ("/healthz", "/readyz", "/admin", "/"):
            with urllib.request.urlopen(found[1] + path, timeout=20) as answer:
                assert answer.status == 200
                page = answer.read()
        # `make test` has built the house for browsers, pytest alone hasn't
        assert (b'<meta name="house"' in page) == (FOLDER / "offline").exists(), "people can keep it on their devices"
        house.terminate()
        assert house.wait(20) == 0


@pytest.mark.parametrize("arguments", [[], ["dance"], ["install"], ["pages", "x"]])
def test_the_script_says_how_it_is_used(arguments: list[str]) -> None:
    done = subprocess.run(["sh", ROOT / "scripts" / "image.sh", *arguments], capture_output=True, text=True)
    usage = "Usage: image.sh pages, image.sh offline, or image.sh install FOLDER [DATA].\n"
    assert (done.returncode, done.stderr) == (1, usage)


def test_the_container_has_good_settings_and_starts_a_command_that_exists() -> None:
    (line,) = re.findall(r"^ENV (.+)$", DOCKERFILE, re.MULTILINE)
    check_variables(dict(pair.split("=", 1) for pair in shlex.split(line)))
    assert 'CMD ["serve"]' in DOCKERFILE and "serve" in main.commands


# ---- compose --------------------------------------------------------------------------------------------------------


def test_compose_has_a_house_a_database_and_a_proxy_that_fit_together() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["services"].keys() == {"house", "database", "proxy"}
    house, database, proxy = (compose["services"][name] for name in ("house", "database", "proxy"))
    variables = {name: _filled(value) for name, value in house["environment"].items()}
    check_variables(variables)
    assert "@database/" in variables["PARLOUR_DATABASE"] and "ports" not in house and "ports" not in database
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert variables["PARLOUR_BEHIND_PROXY"] == network["subnet"]
    volumes = {volume.split(":")[0] for service in (house, database, proxy) for volume in service["volumes"]}
    assert volumes - {"./deploy/Caddyfile"} == compose["volumes"].keys()
    assert "reverse_proxy house:8765" in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert "EXPOSE 8765" in DOCKERFILE


def test_compose_has_three_houses_that_its_proxy_knows_by_name() -> None:
    folder = ROOT / "deploy" / "houses"
    compose = yaml.safe_load((folder / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    for name in ("one", "two", "three"):
        variables = {key: _filled(value) for key, value in services[name]["environment"].items()}
        check_variables(variables)
        assert variables["PARLOUR_NAME"] == name and variables["PARLOUR_BEHIND_PROXY"] == network["subnet"]
        assert "@database,replica/" in variables["PARLOUR_DATABASE"] and "ports" not in services[name]
        assert services[name]["volumes"] == [f"{name}:/data"] and "VOLUME /data" in DOCKERFILE
        assert services["routes"]["environment"][f"HOUSE_{name.upper()}"] == f"{name}:8765"
    routes = (folder / "haproxy.cfg").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+)\}", routes)) == services["routes"]["environment"].keys()
    assert network["subnet"] in (folder / "replication.sh").read_text(encoding="utf-8")
    # the image makes the database with this command, before there is a replica to wait for; tests/soak runs the scripts
    assert "synchronous_standby_names" not in services["database"]["command"]
    assert services["routes"]["environment"]["HOUSES_BIND"].endswith(":8080")
    assert "reverse_proxy routes:8080" in (folder / "Caddyfile").read_text(encoding="utf-8")
    named = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {volume for volume in named if not volume.startswith("./")} == compose["volumes"].keys()
    assert all((folder / volume).is_file() for volume in named if volume.startswith("./"))


def _filled(value: str) -> str:
    """Return a value with a text in place of each variable."""
    return re.sub(r"\$\{\w+:\?[^}]*\}", "0123456789abcdef", value)


# ---- systemd --------------------------------------------------------------------------------------------------------


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string((ROOT / "deploy" / name).read_text(encoding="utf-8"))
    return parser


def test_the_units_start_a_house_with_good_settings() -> None:
    service = unit("parlour.service")["Service"]
    program, command, *flags = shlex.split(service["ExecStart"])
    assert program == "/opt/parlour/bin/parlour" and command == "serve"
    main.commands["serve"].make_context("serve", flags)
    check_variables(dict(pair.split("=", 1) for pair in shlex.split(service["Environment"])))
    assert service["Type"] == "notify"
    assert unit("parlour.socket")["Socket"]["ListenStream"] == "127.0.0.1:8765"


LAUNCHER = """
import os, sys
os.environ["LISTEN_PID"], os.environ["LISTEN_FDS"] = str(os.getpid()), sys.argv[2]
os.dup2(int(sys.argv[1]), 3)
os.execv(sys.executable, [sys.executable, "-m", "parlour.cli", "serve"])
"""


def launched(given: socket.socket, count: str = "1", **environment: str) -> "subprocess.Popen[str]":
    """A house that is started as systemd does it, with a socket as its file 3."""
    given.set_inheritable(True)
    return subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(given.fileno()), count],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=[given.fileno()],
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PARLOUR_SEARCH": "off", **environment},
    )


def test_a_house_takes_the_socket_of_systemd_and_tells_when_it_is_ready(tmp_path: Path) -> None:
    told: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, socket.create_server(("127.0.0.1", 0)) as given:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        listening = threading.Thread(target=lambda: told.extend(manager.recv(100).decode() for _ in range(2)))
        listening.start()
        port = given.getsockname()[1]
        # somebody who connects before the house has started is answered, not refused
        early = socket.create_connection(("127.0.0.1", port))
        early.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        with launched(given, PARLOUR_HOME=str(tmp_path), NOTIFY_SOCKET=str(tmp_path / "notify"), PARLOUR_PORT="1") as house:
            assert house.stdout is not None
            assert house.stdout.readline() == f"The house is open at http://127.0.0.1:{port}/ (Ctrl-C closes it)\n"
            early.settimeout(20)
            assert early.recv(100).startswith(b"HTTP/1.1 200")
            early.close()
            house.terminate()
            assert house.wait(20) == 0
        listening.join(20)
        assert told == ["READY=1", "STOPPING=1"]
        # systemd still holds the socket: the next house takes it over
        with launched(given, PARLOUR_HOME=str(tmp_path)) as house:
            assert house.stdout is not None and f":{port}/" in house.stdout.readline()
            house.terminate()


def test_sockets_that_cannot_be_used_get_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as deaf, socket.create_server(("127.0.0.1", 0)) as given:
        with launched(deaf, PARLOUR_HOME=str(tmp_path)) as house:
            out, err = house.communicate(timeout=60)
            assert (house.returncode, out) == (1, "")
            assert err == "systemd must pass a listening TCP socket, as in ListenStream=127.0.0.1:8765.\n"
        with launched(given, "2", PARLOUR_HOME=str(tmp_path)) as house:
            out, err = house.communicate(timeout=60)
            assert (house.returncode, out) == (1, "")
            assert err == "systemd must pass one socket, not 2: remove the other ListenStream lines.\n"


def test_the_socket_of_another_process_is_left_alone() -> None:
    environment = {"LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "parlour.socket", "OTHER": "stays"}
    assert passed_socket(environment) is None
    assert environment == {"OTHER": "stays"}
    assert passed_socket({}) is None


def test_the_commands_of_the_guide_exist() -> None:
    """Commands within a line are not found by the test of all documents."""
    guide = (ROOT / "docs" / "public-house.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:/opt/parlour/bin/parlour|run --rm .* house) (\w+)", guide)
    assert named and all(isinstance(main.commands.get(name), click.Command) for name in named)
