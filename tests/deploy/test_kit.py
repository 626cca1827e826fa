"""The other files in `deploy`: the program accepts each command in them, and the restore drill is run."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.players import at_table, guest, own_table, play_round
from tests.server.running import running

ROOT = Path(__file__).parents[2]
KIT = ROOT / "deploy"
KEY = "5a" * 32
"""The key that `running` gives its servers."""


def commands() -> dict[str, list[str]]:
    """What each file starts, as arguments of `paigow`."""
    unit = (KIT / "systemd/paigow.service").read_text(encoding="utf-8")
    image = (KIT / "docker/Dockerfile").read_text(encoding="utf-8")
    compose = (KIT / "docker/compose.yaml").read_text(encoding="utf-8")
    (started,) = re.findall(r"^ExecStart=\S+/paigow (.+)$", unit, re.MULTILINE)
    (default,) = re.findall(r"^CMD (\[.+\])$", image, re.MULTILINE)
    (servers,) = re.findall(r"^  command: (\[.+\])$", compose, re.MULTILINE)
    return {
        "systemd": shlex.split(started),
        "Dockerfile": json.loads(default),
        "Compose": json.loads(servers),
    }


def paigow(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paigow", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("file", ["systemd", "Dockerfile", "Compose"])
def test_a_server_takes_the_options_it_is_started_with(file: str) -> None:
    arguments = commands()[file]
    assert paigow(*arguments, "--help").returncode == 0
    assert paigow(*arguments, "--no-such-option", "--help").returncode == 2


def test_the_proxy_of_the_containers_sends_everybody_to_a_server() -> None:
    """By the service's name: the proxy's own default is the machine it runs on, where no server is."""
    caddy = (KIT / "caddy/Caddyfile").read_text(encoding="utf-8")
    compose = (KIT / "docker/compose.yaml").read_text(encoding="utf-8")
    servers = re.findall(r"^  (\w+):\n    <<: \*server$", compose, re.MULTILINE)
    (proxy,) = re.findall(r"^  proxy:\n(?:    .*\n)+", compose, re.MULTILINE)
    told = dict(re.findall(r"^      (FLOOR_\w+): (.+)$", proxy, re.MULTILINE))
    asked = set(re.findall(r"\{\$(FLOOR_\w+)", caddy))
    assert asked == told.keys()
    for name in asked - {"FLOOR_NAME"}:
        assert told[name].split() == [f"{server}:8480" for server in servers], name


def copied_into_the_image() -> list[str]:
    image = (KIT / "docker/Dockerfile").read_text(encoding="utf-8")
    lines = re.findall(r"^COPY (?!--from)(.+)$", image, re.MULTILINE)
    return [name for line in lines for name in line.split()[:-1]]


def test_the_image_copies_what_there_is_and_ignores_the_rest() -> None:
    ignored = (KIT / "docker/Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    copied = copied_into_the_image()
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in ignored


def test_the_program_can_be_built_from_what_the_image_copies(tmp_path: Path) -> None:
    for name in copied_into_the_image():
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            copy.symlink_to(ROOT / name)
        else:
            shutil.copyfile(ROOT / name, copy)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("dist/*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"paigow/cli/application.py", "paigow/books/rulings.md"} <= set(names)


def drill(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the nightly backup for the floor in a folder, with `paigow` on the PATH as after an install."""
    program = folder / "bin" / "paigow"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m paigow "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PAIGOW_KEY"},
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "STORE": f"sqlite:///{folder / 'floor.db'}",
        "KEY": str(folder / "floor.key"),
        "KEEP": str(folder / "backups"),
    }
    return subprocess.run(
        [KIT / "systemd/backup-drill"], env=environment, capture_output=True, text=True, check=False
    )


def write_key(folder: Path, key: str) -> None:
    (folder / "floor.key").write_bytes(bytes.fromhex(key))
    (folder / "floor.key").chmod(0o600)


def test_the_nightly_backup_is_kept_only_after_its_copy_was_audited(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0"):
        write_key(tmp_path, KEY)
        done = drill(tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert len(list((tmp_path / "backups").glob("*.backup"))) == 1
        write_key(tmp_path, "6b" * 32)
        assert drill(tmp_path).returncode == 1, "with another key the copy's seeds cannot be audited"
        assert len(list((tmp_path / "backups").iterdir())) == 1


def metrics_of(address: str) -> dict[str, float]:
    text = httpx.get(f"{address}metrics", timeout=30).text
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_dashboard_and_alerts_ask_for_figures_that_there_are(tmp_path: Path) -> None:
    board = json.loads((KIT / "grafana/floor.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += re.findall(r"expr: (.+)", (KIT / "prometheus/alerts.yaml").read_text(encoding="utf-8"))
    names = {name for text in asked for name in re.findall(r"paigow_\w+", text)}
    assert len(names) >= 10
    with running(tmp_path, "--pace", "0") as server:
        assert names <= metrics_of(server.address).keys()


def test_the_alerts_ask_for_the_job_that_is_scraped() -> None:
    scraped = (KIT / "prometheus/prometheus.yaml").read_text(encoding="utf-8")
    (job,) = re.findall(r"job_name: (\S+)$", scraped, re.MULTILINE)
    alerts = (KIT / "prometheus/alerts.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r'job="(\w+)"', alerts)) == {job}
    (rules,) = re.findall(r"rule_files:\n  - (\S+)$", scraped, re.MULTILINE)
    assert (KIT / "prometheus" / rules).is_file()


def test_a_round_shows_in_the_histograms(tmp_path: Path) -> None:
    async def one_round(address: str) -> None:
        token = (await guest(address))["token"]
        async with at_table(address, await own_table(address, token), token) as player:
            await player.sit(1)
            await play_round(player)

    with running(tmp_path, "--pace", "0") as server:
        asyncio.run(one_round(server.address))
        found = metrics_of(server.address)
    for part in ("command", "commit", "fanout"):
        assert found[f"paigow_{part}_seconds_count"] > 3
        assert 0 < found[f"paigow_{part}_seconds_sum"] < 60
    assert found["paigow_commit_seconds_count"] == found["paigow_commits_total"]
