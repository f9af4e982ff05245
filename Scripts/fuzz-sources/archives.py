#!/usr/bin/env python3
"""Installs hostile zip archives with devtool, and looks at what has become of the files around.

Usage: archives.py DEVTOOL --keep DIR [--seconds N] [--seed N]
"""
import argparse
import hashlib
import io
import os
import pathlib
import random
import resource
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile

# What the command may end with: done, usage, malformed, not to be created, or midway.
EXPECTED = {0, 64, 65, 73, 74}
STEPS = ["..", ".", "", "lib", "a", "b", "precious", "liquibase", "current", "cache", "devtool", "~",
         "C:", "a\\b", "..\\..", "\x00", "\n", "é", "ä" * 200, " ", "*", "[a]", "CON", "home", "-rf"]
WHOLE = ["/tmp/pwned", "/etc/passwd", "//x/y", "../../precious/liquibase.jar", "../current", "../..",
         "liquibase", "liquibase.jar", "lib/x.jar", "LIB/X.jar", "lib/x.jar/y", "internal/lib/liquibase-core.jar",
         "../" * 40 + "pwned", "a/" * 2000 + "b"]
MODES = [0, 0o100644, 0o100755, 0o104755, 0o102755, 0o120777, 0o010644, 0o020644, 0o060644, 0o140755, 0o040755]


def jar():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("liquibase.build.properties", "build.version=4.6.2\n")
    return content.getvalue()


def name(choice):
    if choice.random() < 0.3:
        return choice.choice(WHOLE)
    return "/".join(choice.choice(STEPS) for _ in range(choice.randint(1, 4)))


def archive(choice):
    """An archive of a release, with entries that no release has."""
    content = io.BytesIO()
    prefix = choice.choice(["", "", "x/", "../", "/", "a [b] c/", "./"])
    entries = [(prefix + "liquibase.jar", jar()), (prefix + "lib/x.jar", b"x")]
    for _ in range(choice.choice([0, 0, 1, 1, 2, 5])):
        body = choice.choice([b"", b"y", b"/etc/passwd", b"../../precious", os.urandom(50), bytes(300_000)])
        entries.append((name(choice), body))
    choice.shuffle(entries)
    with zipfile.ZipFile(content, "w") as made:
        for path, body in entries:
            info = zipfile.ZipInfo(path.split("\x00")[0] or "x")
            info.filename = path
            info.external_attr = choice.choice(MODES if choice.random() < 0.3 else [0, 0o100644]) << 16
            info.compress_type = choice.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            made.writestr(info, body)
    return bytearray(content.getvalue())


def spoil(content, choice):
    """Changes an archive: bytes, ends, sizes that are lies, names that differ."""
    kind = choice.randrange(7)
    if kind == 0:
        for _ in range(choice.randint(1, 5)):
            content[choice.randrange(len(content))] = choice.randrange(256)
    elif kind == 1:
        del content[choice.randrange(len(content)):]
    elif kind == 2:
        content[:0] = bytes(choice.randrange(100))
    elif kind == 3:
        content += content[-22:]
    elif kind in (4, 5):
        place = content.rfind(b"PK\x01\x02") if kind == 4 else content.find(b"PK\x01\x02")
        field = choice.choice([16, 20, 24, 42])
        value = choice.choice([0, 1, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF, choice.randrange(1 << 20)])
        content[place + field:place + field + 4] = struct.pack("<I", value)
    return content


def snapshot(folder, but):
    """All below a folder, but for one folder: kinds, modes, contents."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        if but in path.parents or path == but:
            continue
        status = path.lstat()
        body = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
        seen[str(path)] = (status.st_mode, status.st_size, hashlib.sha256(body).hexdigest())
    return seen


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


def problem(devtool, content, folder):
    """What is wrong after the installation of an archive; None where nothing is."""
    shutil.rmtree(folder, ignore_errors=True)
    cache = folder / "a" / "cache"
    installation = cache / "devtool" / "liquibase"
    for place in [folder / "precious", folder / "a" / "precious", cache / "precious", cache / "devtool" / "precious"]:
        place.mkdir(parents=True)
        (place / "liquibase.jar").write_bytes(b"mine")
        (place / "liquibase").write_bytes(b"mine")
        (place / "liquibase").chmod(0o600)
    release = folder / "a" / "release.zip"
    release.write_bytes(content)
    before = snapshot(folder, installation)
    ended = subprocess.run(
        [devtool, "migrate", "install", str(release), "--sha256", hashlib.sha256(content).hexdigest()],
        cwd=folder / "a", env={"PATH": "/nonexistent", "HOME": str(folder), "XDG_CACHE_HOME": str(cache), "CI": "1"},
        stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=limit)
    if ended.returncode not in EXPECTED:
        return f"it ended with {ended.returncode}: {ended.stderr[-500:]}"
    if snapshot(folder, installation) != before:
        return "something beside the installation has changed"
    if os.path.exists("/tmp/pwned"):
        return "there is /tmp/pwned"
    names = sorted(os.listdir(installation)) if installation.exists() else []
    if ended.returncode != 0:
        return f"a refused archive has left {names}" if names else None
    homes = [name for name in names if name.startswith("4.6.2-")]
    if len(homes) != 1 or [*homes, "current"] != names:
        return f"the installation has {names}"
    home = installation / homes[0]
    for path in home.rglob("*"):
        status = path.lstat()
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)) or status.st_mode & 0o6000:
            return f"{path} has the mode {status.st_mode:o}"
    with zipfile.ZipFile(io.BytesIO(content)) as other:
        infos = [info for info in other.infolist() if not info.is_dir()]
        jars = [info.filename for info in infos if info.filename.endswith("internal/lib/liquibase-core.jar")]
        jars = jars or [i.filename for i in infos if i.filename == "liquibase.jar" or i.filename.endswith("/liquibase.jar")]
        prefix = jars[0].removesuffix("internal/lib/liquibase-core.jar").removesuffix("liquibase.jar")
        expected = {i.filename.removeprefix(prefix): other.read(i) for i in infos if i.filename.startswith(prefix)}
    found = {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
    if found != expected:
        return f"it has installed {sorted(found)}, and another reader finds {sorted(expected)}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("devtool")
    parser.add_argument("--keep", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    # An archive may have a thousand folders within each other, and rmtree calls itself for each.
    sys.setrecursionlimit(20_000)
    choice = random.Random(options.seed)
    end = time.monotonic() + options.seconds
    tried = installed = 0
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            content = archive(choice)
            if choice.random() < 0.4:
                content = spoil(content, choice)
            wrong = problem(os.path.abspath(options.devtool), bytes(content), pathlib.Path(folder) / "x")
            tried += 1
            installed += (pathlib.Path(folder) / "x/a/cache/devtool/liquibase/current").exists()
            if wrong:
                kept = options.keep / f"archive-{options.seed}-{tried}.zip"
                kept.write_bytes(content)
                sys.exit(f"{kept}: {wrong}")
    if not installed or installed == tried:
        sys.exit(f"of {tried} archives {installed} were installed: nothing was tried")
    print(f"archives tried: {tried}, installed: {installed}, seed {options.seed}")


main()
