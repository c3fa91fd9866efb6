"""A private PostgreSQL: in a temporary folder, as an ordinary user, on loopback."""

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
from tools.postgresql import INSIDE, find

USER = "waterside"


def ordinary_user():
    """Whom PostgreSQL runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("there is no user to run PostgreSQL as; add one named postgres")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class PrivatePostgres:
    """A server of our own; ``with`` starts it, stops it and leaves nothing behind.

    One that is not durable is quicker, and loses nothing unless the whole machine goes down.
    """

    def __init__(self, programs=None, durable=True):
        programs = programs or find()
        if programs is None:
            raise RuntimeError("PostgreSQL is not installed; ./test says how")
        self.programs = Path(programs)
        self.user = ordinary_user()
        self.folder = Path(tempfile.mkdtemp(prefix="waterside-postgresql-"))
        self.durable = durable
        self.process = None
        self.port = free_port()
        self._databases = itertools.count(1)

    def __enter__(self):
        try:
            if self.user and self.programs.match(f"*/{INSIDE}"):
                self._copy_programs()
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self._run(
                "initdb",
                "--auth=trust",
                f"--username={USER}",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "-D",
                str(self.folder / "database"),
            )
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *problem):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _copy_programs(self):
        """Copies those from PyPI: they may lie where that user cannot look."""
        site = self.programs.parents[2]
        package = Path(INSIDE).parts[0]
        for part in (package, f"{package}.libs"):
            shutil.copytree(site / part, self.folder / "site" / part)
        self.programs = self.folder / "site" / INSIDE

    def _as_user(self):
        if self.user is None:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def _run(self, program, *arguments):
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            **self._as_user(),
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def start(self):
        """Starts it (again); returns when it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "fsync": "on" if self.durable else "off",
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", str(self.folder / "database"), *words],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._as_user(),
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > until:
                    said = (self.folder / "log").read_text()[-2000:]
                    raise RuntimeError(f"PostgreSQL did not start:\n{said}") from None
                time.sleep(0.05)

    def stop(self):
        """Stops it at once, as if the power had gone: nobody waits for its files to be tidied."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(30)

    def url(self, database):
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def new_database(self):
        """The address of a fresh, empty database."""
        name = f"tables{next(self._databases)}"
        self.ask("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def ask(self, database, question, *values):
        """Asks as the administrator."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(question, values or None)
            return cursor.fetchall() if cursor.description else None


def cut_connections(server, database):
    """Cuts every connection to a database; returns how many there were."""
    question = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    return len(server.ask("postgres", question, database))
