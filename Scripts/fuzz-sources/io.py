#!/usr/bin/env python3
"""Has each call about a file fail, one in each run of devtool, and looks at what is left.

Usage: io.py DEVTOOL SHIM [FILE_SYSTEM] [--faults N] [--seed N]

With the file system, half of the faults come from there. A file is afterwards as it was, as it should become, or not there; nothing else is left. If it is not as it should become,
the status is not 0, and there is a message.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

# Reports have durations, and tell of the fault: that they are whole is enough.
REPORTS = {"report.xml": xml.etree.ElementTree.fromstring, "report.sarif": json.loads}
BOARD = """{"name":"Plan #","lists":[{"id":"l","name":"Doing"}],"cards":[
%s]}
""" % ",\n".join('{"id":"c%d","idShort":%d,"idList":"l","name":"card %d"}' % (n, n, n) for n in range(1, 400))
CONFIG = """\
migrate: {changelog: db/changelog.xml, targets: {dev: {url: "jdbc:h2:mem:x"}}}
tasks:
  gen: {run: "mkdir -p out/sub; cat board.json >out/a; echo b >out/sub/b", sources: board.json, outputs: out, cache: true}
"""
CHANGELOG = """\
<?xml version="1.0" encoding="UTF-8"?>
<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
    <changeSet id="1" author="ada"><createTable tableName="t"><column name="a" type="bigint"/></createTable></changeSet>
</databaseChangeLog>
"""
# What is done before, without faults, and the command.
COMMANDS = [
    ("", "cards -q board.json -o out.json"), ("", "cards -q -i board.json"), ("", "cards -q -i --backup board.json"),
    ("", "cards -q board.json -o page.html"), ("", "cards -q board.json -o table.csv"),
    ("", "cards -q board.json --to markdown -o cards/"), ("", "cards -q board.json -o out.json --journal undo"),
    ("", "cards --check board.json --report junit=report.xml"), ("", "migrate lint --report sarif=report.sarif"),
    ("", "migrate new --author ada add-x"), ("rm devtool.yml", "init"), ("rm devtool.yml; printf 'a:\\n\\techo a\\n' >Makefile", "init --from Makefile"),
    ("", "run -q gen"), ("$devtool run -q gen; rm -r out", "run -q gen"), ("$devtool run -q gen; rm -r out/sub", "run -q gen"),
]


def project():
    folder = pathlib.Path(tempfile.mkdtemp(dir=base))
    (folder / "p/db").mkdir(parents=True)
    (folder / "p/board.json").write_text(BOARD)
    (folder / "p/devtool.yml").write_text(CONFIG)
    (folder / "p/db/changelog.xml").write_text(CHANGELOG)
    (folder / "tmp").mkdir()
    return folder


def files(folder):
    """The files of the project, and those that are left in the folder for temporary ones."""
    found = {}
    for part in ["p", "tmp"]:
        for path in sorted((folder / part).rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_symlink() or path.is_file():
                found[name] = os.readlink(path) if path.is_symlink() else path.read_bytes()
                if path.name in REPORTS:
                    try:
                        REPORTS[path.name](found[name])
                        found[name] = "whole"
                    except (ValueError, SyntaxError):
                        pass
    return found


def execute(folder, words, **fault):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder / "tmp"), "SWIFT_BACKTRACE": "enable=no"}
    if fault.pop("mounted", False):
        faults = {f"FAULT_{key.upper()}": str(value) for key, value in fault.items()}
        server = subprocess.Popen([options.file_system, folder], env=environment | faults, stderr=subprocess.DEVNULL)
        try:
            while not os.path.ismount(folder):
                if server.poll() is not None:
                    raise OSError(f"{options.file_system} has ended with status {server.returncode}")
                time.sleep(0.01)
            return execute(folder, words)
        finally:
            subprocess.run(["umount", folder], check=False)
            server.wait()
    if fault:
        environment |= {"LD_PRELOAD": options.shim, "FAULT_ROOT": str(folder), "FAULT_PROGRAM": options.devtool}
        environment |= {f"FAULT_{key.upper()}": str(value) for key, value in fault.items()}
    return subprocess.run([options.devtool, *words.split()], cwd=folder / "p", env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def prepared(before):
    folder = project()
    if before:
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "devtool": options.devtool}
        subprocess.run(["sh", "-c", before], cwd=folder / "p", env=environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    return folder


def measured(command, mounted):
    """The files before and after a command that nothing is in the way of, its status, and how many calls it makes."""
    before, words = command
    folder = prepared(before)
    was = files(folder)
    counted = folder / "count"
    status = execute(folder, words, number=0, count=counted, mounted=mounted).returncode
    becomes = files(folder)
    calls = counted.stat().st_size
    shutil.rmtree(folder)
    return was, becomes, status, calls


def attempt(fault):
    command, (was, becomes, status, _), number, kind, mounted = fault
    folder = prepared(command[0])
    try:
        try:
            result = execute(folder, command[1], number=number, kind=kind, mounted=mounted)
        except subprocess.TimeoutExpired:
            return f"not done after 120 s: {kind} of call {number}: devtool {command[1]}"
        now = files(folder)
        problems = []
        for name, content in now.items():
            if mounted and result.returncode and name.startswith("p/out/"):
                continue  # The fault was one of the task's own programs.
            if content not in (was.get(name), becomes.get(name)):
                problems.append(f"'{name}' is neither as before nor as it should become" if name in becomes else f"'{name}' is left")
        for name in was.keys() & becomes.keys() - now.keys():
            problems.append(f"'{name}' is lost")
        if result.returncode < 0 or result.returncode > 128 or result.returncode == 70:
            problems.append(f"status {result.returncode}")
        if result.returncode == status and now != becomes and status == 0:
            problems.append("status 0, but not everything is done")
        if kind == "short" and (result.returncode, now) != (status, becomes):
            problems.append(f"status {result.returncode}, though what was short goes on")
        if result.returncode not in (0, status) and not result.stderr:
            problems.append(f"status {result.returncode} without a message")
        return problems and (f"{'; '.join(problems)}: {kind} of call {number}{' to the file system' if mounted else ''} of devtool {command[1]}"
                             f" (after '{command[0]}'): {result.stderr.decode(errors='replace')[:300]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


parser = argparse.ArgumentParser()
parser.add_argument("devtool")
parser.add_argument("shim")
parser.add_argument("file_system", nargs="?")
parser.add_argument("--faults", type=int, default=1000)
parser.add_argument("--seed", default=str(random.randrange(1 << 32)))
options = parser.parse_args()
options.devtool = os.path.realpath(options.devtool)

with tempfile.TemporaryDirectory() as folder:
    base = pathlib.Path(os.path.realpath(folder))
    faults = []
    ways = [False] + [True] * (options.file_system is not None)
    for mounted in ways:
        some = []
        for command in COMMANDS:
            result = measured(command, mounted)
            if not result[3]:
                sys.exit(f"devtool {command[1]} makes no calls that can fail: is the program linked otherwise?")
            if result[2] and "--check" not in command[1]:
                sys.exit(f"devtool {command[1]} fails without a fault, with status {result[2]}")
            kinds = ["EIO", "ENOSPC"] + ["short"] * (not mounted)
            some += [(command, result, number, kind, mounted) for number in range(1, result[3] + 1) for kind in kinds]
        random.Random(options.seed).shuffle(some)
        faults += some[:options.faults // len(ways)]
    found = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for problem in pool.map(attempt, faults):
            if problem:
                found += 1
                print(problem, flush=True)
    print(f"faults tried: {len(faults)} in {len(COMMANDS)} commands (seed {options.seed})")
sys.exit(1 if found else 0)
