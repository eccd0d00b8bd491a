"""A PostgreSQL server of a test's own: in a temporary folder, on a socket and a TCP port, as user postgres."""
import glob
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from e2e_support import LIMIT, skip

PSQL = shutil.which("psql")


def programs():
    """The folder of Debian's newest server, or of the one in PATH; None without one."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which("postgres")
    return Path(path).parent if path else None


def need_server():
    if not programs() or not PSQL:
        skip("no PostgreSQL server is installed (Debian's package: postgresql)")
    if os.geteuid() == 0 and subprocess.run(["id", "postgres"], capture_output=True, check=False).returncode:
        skip("there is no user postgres, as whom the server would run")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    # fsync off: a kill of the processes loses nothing, only of the machine.
    SETTINGS = {"fsync": "off", "max_connections": "200", "listen_addresses": "'*'"}

    def __init__(self, authentication="trust"):
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # a socket's path is short
        self.port = free_port()
        self.process = None
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.folder.chmod(0o755)
        self.run("initdb", "-D", self.folder / "data", "-A", authentication, "-E", "UTF8", "--no-sync", "-U", "postgres")
        with open(self.folder / "data" / "pg_hba.conf", "a", encoding="ascii") as rules:
            rules.write(f"host all all all {authentication}\n")
        self.start()
        self.sql("CREATE DATABASE learn", "postgres")

    def as_postgres(self, *command):
        return (["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []) + \
            [str(word) for word in command]

    def run(self, program, *arguments):
        subprocess.run(self.as_postgres(programs() / program, *arguments), check=True, capture_output=True, cwd=self.folder,
                       timeout=LIMIT)

    def start(self, **settings):
        settings = {**self.SETTINGS, "unix_socket_directories": f"'{self.folder}'", "port": str(self.port), **settings}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value.strip(chr(39))}")]
        end = time.monotonic() + LIMIT
        while True:
            # Not as long as a process of a server that was killed has its memory.
            if self.process is None or self.process.poll() is not None:
                with open(self.folder / "log", "ab") as log:
                    self.process = subprocess.Popen(
                        self.as_postgres(programs() / "postgres", "-D", self.folder / "data", *words), cwd=self.folder,
                        stdout=log, stderr=log, start_new_session=True)
            if not subprocess.run([programs() / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)],
                                  check=False).returncode:
                return
            if time.monotonic() > end:
                raise AssertionError((self.folder / "log").read_text())
            time.sleep(0.05)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # connections are closed
            self.process.wait(LIMIT)

    def kill(self):
        """kill -9 of the server and of all processes of its connections."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait(LIMIT)

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database="learn", host="127.0.0.1", port=None, more=""):
        return f"postgresql://postgres@{host}:{port or self.port}/{database}{more}"

    def sql(self, command, database="learn"):
        """The answer's lines, fields between bars."""
        done = subprocess.run([PSQL, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", str(self.port),
                               "-U", "postgres", "-d", database, "-c", command], capture_output=True, text=True, check=False,
                              timeout=LIMIT)
        if done.returncode:
            raise AssertionError(done.stderr)
        return done.stdout.split("\n")[:-1]
