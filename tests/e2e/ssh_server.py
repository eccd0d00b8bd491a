"""An sshd for tests of engines on another machine, on the loopback."""
import os
import shutil
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path

from e2e_support import LIMIT, skip

SSHD = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def has_ssh():
    return SSHD is not None and shutil.which("ssh") is not None


def skip_without_ssh():
    if not has_ssh():
        skip("OpenSSH is not installed (scripts/setup test installs it)")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """sshd for this user alone, with keys of its own."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        for name in ("host", "client"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "client.pub", folder / "authorized")
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # Debian's sshd wants it
        (folder / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\n"
            "PidFile none\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPasswordAuthentication no\n")
        self.log = open(folder / "sshd.log", "wb")
        self.process = subprocess.Popen([SSHD, "-D", "-e", "-f", folder / "sshd_config"], stderr=self.log,
                                        stdin=subprocess.DEVNULL)

    def command(self, engine, port=None):
        """As in docs/remote-engine.md, with what the test's keys need."""
        options = {"Port": port or self.port, "IdentityFile": self.folder / "client", "BatchMode": "yes",
                   "UserKnownHostsFile": "/dev/null", "StrictHostKeyChecking": "no", "LogLevel": "ERROR",
                   "ServerAliveInterval": 5}
        words = " ".join(f"-o {name}={value}" for name, value in options.items())
        return f"ssh -F none {words} 127.0.0.1 {engine}"

    def lets_us_in(self):
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return subprocess.run(self.command("true").split(), stdin=subprocess.DEVNULL, timeout=LIMIT,
                                          stderr=subprocess.DEVNULL, check=False).returncode == 0
            time.sleep(0.05)
        return False

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()

    def require_login(self):
        if not self.lets_us_in():
            raise unittest.SkipTest("this sshd refuses logins: " + (self.folder / "sshd.log").read_text()[-300:])

    @staticmethod
    def engines_of(program):
        """The processes of a program that has a name of its own."""
        found = []
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdigit() and os.readlink(process / "exe") == str(program):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def cut_connections(self, program):
        """Kills sshd's processes of the sessions with this program, which are its ancestors below the server itself."""
        for engine in self.engines_of(program):
            parents = []
            pid = engine
            while pid not in (0, 1, self.process.pid):
                pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
                parents.append(pid)
            for pid in parents[:-1]:
                if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("sshd"):
                    os.kill(pid, signal.SIGKILL)
