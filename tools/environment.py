"""Makes the virtual environment that Waterside runs in, on first use, and shows how far it is.

Runs on any Python 3, so that a too old one gets a clear word instead of a syntax error.
"""

import hashlib
import os
import subprocess
import sys
import time
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, ".venv")
NEEDED = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def python():
    """The environment's interpreter."""
    if os.name == "nt":
        return os.path.join(FOLDER, "Scripts", "python.exe")
    return os.path.join(FOLDER, "bin", "python")


def use_newer_python():
    """Starts again with a newer Python where this one is too old and another is there."""
    if sys.version_info >= NEEDED:
        return
    for name in NEWER:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            if os.access(os.path.join(folder, name), os.X_OK):
                os.execv(os.path.join(folder, name), [name] + sys.argv)
    sys.exit(
        "Waterside needs Python 3.11 or newer; this is %s and no newer one was found."
        % sys.version.split()[0]
    )


def fingerprint(lock):
    """Changes when the environment must be set up again."""
    digest = hashlib.sha256(sys.version.encode())
    for name in (lock, "pyproject.toml"):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def ensure(lock):
    """Sets the environment up if it is not there or not current; returns its interpreter."""
    use_newer_python()
    stamp = os.path.join(FOLDER, "waterside-%s.stamp" % lock)
    wanted = fingerprint(lock)
    if is_current(stamp, wanted):
        return python()
    with Lock():
        if not is_current(stamp, wanted):
            set_up(lock)
            with open(stamp, "w") as file:
                file.write(wanted)
    return python()


def is_current(stamp, wanted):
    """Whether the environment was set up from these very files."""
    try:
        with open(stamp) as file:
            return file.read() == wanted and os.path.exists(python())
    except OSError:
        return False


class Lock:
    """Keeps two first starts at the same moment from disturbing each other."""

    path = FOLDER + ".lock"

    def __enter__(self):
        waited = 0
        while True:
            try:
                os.mkdir(self.path)
                return self
            except FileExistsError:
                if waited == 0:
                    say("another start is setting Waterside up; waiting for it")
                if waited > 600:
                    sys.exit("Waited ten minutes. If no other start runs, remove %s" % self.path)
                time.sleep(1)
                waited += 1

    def __exit__(self, *problem):
        os.rmdir(self.path)


def say(text, end="\n"):
    """A line for the person who waits."""
    sys.stderr.write(text + end)
    sys.stderr.flush()


def set_up(lock):
    """Makes the environment and installs what the lock file names, then Waterside itself."""
    say("Setting up Waterside (only the first time; about a minute)")
    if not os.path.exists(python()):
        try:
            venv.create(FOLDER, with_pip=True, clear=True)
        except (subprocess.CalledProcessError, OSError) as problem:
            sys.exit(
                "The virtual environment could not be made: %s\n"
                "On Debian and Ubuntu this needs: apt install python3-venv" % problem
            )
    with open(os.path.join(ROOT, lock)) as file:
        total = sum("==" in line and not line.startswith((" ", "#")) for line in file)
    pip("-r", lock, "--require-hashes", total=total)
    pip("--no-deps", "--no-build-isolation", "-e", ".", total=1)


def pip(*arguments, total):
    """Runs pip install; shows a count of packages instead of pip's own lines."""
    command = [python(), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    process = subprocess.Popen(
        command + list(arguments),
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    lines, done = [], 0
    in_place = sys.stderr.isatty()
    for line in process.stdout:
        lines.append(line)
        word = line.split()
        if line.startswith(("Collecting", "Obtaining")) and len(word) > 1:
            done += 1
            name = word[1].split("==")[0].split("/")[-1]
            if in_place:
                say("\r\033[K  %d of %d  %s" % (min(done, total), total, name), end="")
            elif done % 10 == 0:
                say("  %d of %d" % (min(done, total), total))
        elif line.startswith("Installing collected"):
            say(("\r\033[K" if in_place else "") + "  unpacking", end="" if in_place else "\n")
    if in_place:
        say("\r\033[K", end="")
    if process.wait() != 0:
        sys.exit("Setting up failed. pip's last words:\n" + "".join(lines[-15:]))
