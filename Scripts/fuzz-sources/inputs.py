#!/usr/bin/env python3
"""Changes valid files at random, and has devtool read them.

Usage: inputs.py DEVTOOL TARGET --keep DIR [--seconds N | --inputs N] [--seed N]

A finding is a signal, a status above 128, "a bug in devtool" (70), more than 10 s of processor time, or 1 GB of memory.
No program can be found on the PATH, so that no command of a changed file is run.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

LONGEST = 1 << 18
WORDS = [b"", b"\0", b"\n", b"\r", b"\t", b" ", b"'", b'"', b"\\", b"${", b"}", b"$$", b"${vars.a}", b"${params.x}", b"${A}",
         b"${A:-b}", b"*a", b"&a ", b"<<: ", b"? ", b"- ", b": ", b"!!binary ", b"%YAML 1.1", b"---", b"...", b"|", b">", b"#",
         b"{", b"[", b"]", b",", b"=", b"export ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x80\xa8",
         b"\xc2\x85", b"\x1b[31m", b"-1", b"0", b"1e999", b"99999999999999999999", b"1h", b"true", b"null", b"~", b"..", b"/",
         b"**", b"{a,b}", b"[!a]", b"\\u0000", b"\\ud800", b"tasks:", b"vars:", b"env:", b"dotenv:", b"includes:", b"needs:"]

CONFIG = [b"""\
vars: {a: x, b: ["${vars.a}", y], c: {command: [none]}, d: {shell: 'git describe | cut -c 2-'}}
env: {MODE: "${MODE:-dev}", WORDS: "${vars.b}"}
dotenv: [{file: more.env, optional: true}]
includes: {web: web.yml}
tasks:
  build: {run: ["cc", "-o", "out/a"], sources: ["src/**/*.c", "!src/gen"], outputs: out, cache: true}
  test: {needs: [build, {task: "web:serve", params: {y: "1"}}], run: 'echo "${params.x}" "${vars.a}"', params: {x: {choices: [a, b], default: a}}}
  all: {run: [{task: test, params: {x: b}}, "echo done"], after: "web:serve", finally: "web:serve", status: 'test -e x', dir: sub}
run: {jobs: 4, cache-size: 10, cache-age: 1h}
""", b"""\
# A comment
cards:
  key: {command: [pass, key]}
  token: {env: TOKEN}
  timeout: 10s
favicon: {timeout: 5s}
migrate:
  changelog: db/changelog.xml
  targets:
    dev: {url: "jdbc:postgresql://localhost/app?user=${PGUSER:-me}", password: {file: /run/secrets/x}}
    prod: &prod
      url: jdbc:mariadb://db/app
      username: app
    copy: {<<: *prod}
"""]
DOTENV = [b"""\
# A comment
A=1
export B="two words\\n$A" # behind
C='three
lines'
DEVTOOL_RUN_JOBS=3
DEVTOOL_MIGRATE_TARGETS_DEV_URL=jdbc:h2:mem:x
EMPTY=
D="${A:-x}${MISSING:-$B}"
"""]
PLAN = [b"""\
{"schema":1,"command":"update","target":"dev","url":"jdbc:h2:mem:x","defaultSchema":null,"steps":[
{"changeset":"db/a.sql::1::ada","id":"1","author":"ada","file":"db/a.sql","checksum":"9:abc","preconditions":null,
"sql":"create table t (a bigint primary key);","locks":[{"table":"t","lock":"ACCESS EXCLUSIVE"}]}],
"skips":[{"changeset":"db/a.sql::3::ada","reason":"its dbms is 'mysql'"}],"lacksHistory":false,"lackOfSQL":null}
""", b"""\
[{"schema":1,"command":"update","target":"dev","url":"jdbc:h2:mem:x","steps":[]},
{"schema":1,"command":"update","target":"prod","url":"jdbc:h2:mem:y","steps":[{"sql":"\\u0041\\ud83d\\ude00"}]}]
"""]
PROJECT = b"""\
vars: {a: "${A:-x}"}
migrate: {changelog: db/a.sql, targets: {dev: {url: "jdbc:h2:mem:x"}, prod: {url: "jdbc:h2:mem:y"}}}
tasks: {build: {run: 'echo "${A}" "${B}"', env: {C: "${C:-x}"}}}
"""
TARGETS = {
    "config": (CONFIG, "devtool.yml", [
        ["config", "check"], ["config"], ["run", "--list"], ["run", "--dry-run", "all"], ["run", "--dry-run", "build"],
        ["migrate", "targets"], ["config", "check", "--report", "sarif=-"]]),
    "dotenv": (DOTENV, ".env", [
        ["config"], ["config", "check"], ["run", "--dry-run", "build"], ["run", "--env", "build"], ["migrate", "targets"]]),
    "plan": (PLAN, "plan.json", [
        ["migrate", "--target", "dev", "--plan", "plan.json", "update"],
        ["migrate", "--target", "prod", "--yes", "--plan", "plan.json", "rollback-count", "1"]]),
}


def changed(text, seeds, choice):
    """A text with one to a dozen changes, most of them small."""
    text = bytearray(text)
    for _ in range(choice.choice([1, 1, 1, 1, 2, 3, 8])):
        start = choice.randint(0, len(text))
        end = min(len(text), start + choice.choice([1, 1, 2, 5, 20, 200]))
        kind = choice.randrange(8)
        if kind == 0:
            del text[start:end]
        elif kind == 1:
            text[start:start] = choice.choice(WORDS)
        elif kind == 2:
            text[start:end] = choice.choice(WORDS)
        elif kind == 3 and start < len(text):
            text[start] ^= 1 << choice.randrange(8)
        elif kind == 4:
            text[start:start] = text[start:end] * choice.choice([1, 2, 10, 1000])
        elif kind == 5:
            text[start:start] = choice.choice(WORDS) * choice.choice([2, 100, 10_000])
        elif kind == 6:
            other = choice.choice(seeds)
            begin = choice.randint(0, len(other))
            text[start:start] = other[begin:begin + choice.randint(0, 300)]
        else:
            lines = bytes(text).split(b"\n")
            first, second = choice.randrange(len(lines)), choice.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            text = bytearray(b"\n".join(lines))
        del text[LONGEST:]
    return bytes(text)


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (10, 11))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def attempt(number):
    """Has one input read; what is wrong, if anything, and the status."""
    choice = random.Random(f"{options.seed} {options.target} {number}")
    seeds, name, commands = TARGETS[options.target]
    folder = pathlib.Path(tempfile.mkdtemp(dir=base))
    try:
        (folder / "devtool.yml").write_bytes(PROJECT)
        (folder / "web.yml").write_bytes(b"tasks: {serve: {run: [serve, now], params: {y: x}}}\n")
        (folder / "db").mkdir()
        (folder / "db/a.sql").write_bytes(b"--liquibase formatted sql\n--changeset ada:1\ncreate table t (a bigint primary key);\n")
        text = changed(choice.choice(seeds), seeds, choice)
        (folder / name).write_bytes(text)
        words = choice.choice(commands)
        process = subprocess.Popen(
            [options.devtool, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=limits,
            env={"PATH": str(base / "none"), "HOME": str(folder), "PGUSER": "ada", "SWIFT_BACKTRACE": "enable=no"})
        _, status, usage = os.wait4(process.pid, 0)
        status = process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        problem = None
        if status < 0 or status > 128 or status == 70:
            problem = f"status {status}"
        elif seconds > 10:
            problem = f"{seconds:.0f} s of processor time"
        elif usage.ru_maxrss > 1_000_000:
            problem = f"{usage.ru_maxrss // 1000} MB"
        if problem:
            kept = options.keep / f"{options.target}-{options.seed}-{number}"
            kept.write_bytes(text)
            problem = f"{problem}: devtool {' '.join(words)}, with {kept} as {name}"
        return problem, status
    finally:
        shutil.rmtree(folder, ignore_errors=True)


parser = argparse.ArgumentParser()
parser.add_argument("devtool")
parser.add_argument("target", choices=TARGETS)
parser.add_argument("--keep", type=pathlib.Path, required=True)
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--inputs", type=int)
parser.add_argument("--seed", default=str(random.randrange(1 << 32)))
options = parser.parse_args()

with tempfile.TemporaryDirectory() as folder:
    base = pathlib.Path(folder)
    end = None if options.inputs else time.monotonic() + options.seconds
    width = os.cpu_count() or 1
    done, found, statuses = 0, 0, {}
    with concurrent.futures.ThreadPoolExecutor(width) as pool:
        while (done < options.inputs) if options.inputs else (time.monotonic() < end):
            last = done + 50 * width
            if options.inputs:
                last = min(last, options.inputs)
            for problem, status in pool.map(attempt, range(done, last)):
                statuses[status] = statuses.get(status, 0) + 1
                if problem:
                    found += 1
                    print(problem, flush=True)
            done = last
    counts = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    print(f"inputs tried: {done} (seed {options.seed}); statuses: {counts}")
sys.exit(1 if found else 0)
