"""A real PostgreSQL for tests: its own cluster in a temporary directory, on a Unix socket, never as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

__all__ = ["PostgresServer", "postgres_server"]

UNPRIVILEGED = "nobody"


def _binary(name: str) -> str:
    """Debian keeps the server's programs outside the path, by version."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    path = str(found[0]) if found else shutil.which(name)
    assert path, f"{name} is not installed; `make test` installs PostgreSQL"
    return path


class PostgresServer:
    """One running server; it can be killed and restarted."""

    def __init__(self, directory: Path, primary: PostgresServer | None = None) -> None:
        """A new cluster, or a standby that follows a running one."""
        self.directory = directory
        self.data = directory / "data"
        self._process: subprocess.Popen[bytes] | None = None
        root = os.geteuid() == 0
        self._user = pwd.getpwnam(UNPRIVILEGED) if root else None
        if self._user is not None:
            os.chown(directory, self._user.pw_uid, self._user.pw_gid)
        directory.chmod(0o755)
        if primary is None:
            make: tuple[str, ...] = (
                "initdb",
                "--auth=trust",
                "--username=paigow",
                "--no-sync",
                "-D",
                str(self.data),
            )
        else:
            host, data = str(primary.directory), str(self.data)
            make = ("pg_basebackup", "-h", host, "-U", "paigow", "-R", "-N", "-c", "fast", "-D", data)
        self._run(_binary(make[0]), *make[1:])

    @property
    def url(self) -> str:
        return f"postgresql://paigow@/postgres?host={self.directory}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def socket(self) -> Path:
        return self.directory / ".s.PGSQL.5432"

    def _options(self) -> dict[str, object]:
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(self.directory)}
        options: dict[str, object] = {"env": environment, "cwd": self.directory}
        if self._user is not None:
            options |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return options

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **self._options())  # type: ignore[call-overload]

    def start(self) -> None:
        command = [
            _binary("postgres"), "-D", str(self.data), "-k", str(self.directory), "-c", "listen_addresses=",
            "-c", "fsync=on",
        ]  # fmt: skip
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._options())  # type: ignore[call-overload]
        for _ in range(200):
            ready = subprocess.run(
                [_binary("pg_isready"), "-q", "-h", str(self.directory), "-U", "paigow"], check=False
            )
            if ready.returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError((self.directory / "log").read_text())

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def acknowledge_with(self, standby: PostgresServer) -> None:
        """From now on a commit is acknowledged once the standby has it."""
        self.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.query("SELECT pg_reload_conf()")
        for _ in range(400):
            if self.query("SELECT sync_state FROM pg_stat_replication") == [("sync",)]:
                return
            time.sleep(0.05)
        raise AssertionError((standby.directory / "log").read_text())

    def promote(self) -> None:
        """A standby is promoted."""
        assert self.query("SELECT pg_promote(true, 60)") == [(True,)]

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None


@contextmanager
def postgres_server(primary: PostgresServer | None = None) -> Iterator[PostgresServer]:
    directory = Path(tempfile.mkdtemp(prefix="paigow-pg-"))
    server = PostgresServer(directory, primary)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(directory, ignore_errors=True)
