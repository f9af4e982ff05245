#!/usr/bin/env python3
"""Lets devtool fetch from a server of this machine that answers badly, at random, and watches what it costs.

    http.py [--seed N] [--seconds N] [--keep DIR] DEVTOOL

A round is a batch of hostile pages with one good page among them, and a board. Each page has to have a line of JSON,
the good one its icon, whatever the others do; the processor time and the memory are bounded, and nothing ends by a
signal. The answers of a round that goes wrong are kept in DIR.
"""
import argparse, gzip, json, os, random, socket, subprocess, sys, tempfile, threading
import time, zlib

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--keep", default=".")
parser.add_argument("devtool")
arguments = parser.parse_args()
devtool = arguments.devtool

PAGES = 24
TIMEOUT = 2
# What a page may cost, in seconds of processor time, and the program altogether, in KiB.
SECONDS_OF_PAGE, LARGEST_MEMORY = 1.0, 400 << 10
STATUSES = {0, 64, 65, 66, 69, 74, 75, 77}
GIF = b"GIF89a\x10\0\x10\0\0\0\0"


def packed(times, size):
    """A page that unpacks to about so many MiB, packed so many times."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    start = packer.compress(b"<p>") + packer.flush(zlib.Z_FULL_FLUSH)
    piece = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = b"\x1f\x8b\x08" + bytes(7) + start + piece * size
    for _ in range(times - 1):
        data = gzip.compress(data)
    return data


def empty_blocks(count):
    """Deflate that unpacks to nothing, however long it is."""
    return b"\x1f\x8b\x08" + bytes(7) + b"\x00\x00\x00\xff\xff" * count


# Packed more than once, they are a few hundred bytes for 32 GiB.
BOMBS = {1: packed(1, 1 << 10), 2: packed(2, 1 << 15), 3: packed(3, 1 << 15), 4: packed(4, 1 << 15)}
BOMBS_OF_NOTHING = {1: empty_blocks(1 << 18), 2: gzip.compress(empty_blocks(1 << 23)),
                    3: gzip.compress(gzip.compress(empty_blocks(1 << 23)))}


class Answer:
    """What is sent for a path: pieces, with a pause before each, and how it ends."""

    def __init__(self, generator, origin):
        self.pause, self.isReset, self.isHeld, self.isEndless = 0, False, False, b""
        kinds = [name for name in dir(self) if name.startswith("kind_")] + ["kind_bomb"] * 3
        self.kind = generator.choice(kinds)
        self.data = getattr(self, self.kind)(generator, origin)
        if generator.random() < 0.15:
            self.data = self.data[:generator.randrange(len(self.data) + 1)]
        if generator.random() < 0.1:
            data = bytearray(self.data)
            for _ in range(min(len(data), 8)):
                data[generator.randrange(min(len(data), 400))] = generator.randrange(256)
            self.data = bytes(data)
        self.isReset = generator.random() < 0.05
        self.isHeld = generator.random() < 0.05

    @staticmethod
    def response(body=b"", fields=(), status="200 OK", length=None):
        fields = list(fields) + [f"Content-Length: {len(body) if length is None else length}"]
        return "\r\n".join([f"HTTP/1.1 {status}"] + fields + ["", ""]).encode("latin-1") + body

    @staticmethod
    def page(generator, origin):
        links = "".join(f"<link rel=icon sizes={size} href=/{generator.randrange(PAGES)}>" for size in (16, 32, 48))
        extra = generator.choice(["", f"<link rel=manifest href=/{generator.randrange(PAGES)}>",
                                  f"<meta http-equiv=refresh content='0;url=/{generator.randrange(PAGES)}'>",
                                  f"<base href=//u:p@{origin}/>"])
        return (extra + links).encode()

    def kind_bomb(self, generator, origin):
        times = generator.choice([1, 2, 3, 4])
        field = generator.choice(["Content-Encoding"] * 3 + ["Transfer-Encoding"])
        said = generator.choice([times] * 4 + [times + 1, max(1, times - 1)])
        names = [generator.choice(["gzip", "x-gzip", "gzip", "deflate"]) for _ in range(said)]
        return self.response(BOMBS[times], [f"{field}: {', '.join(names)}", "Content-Type: text/html"])

    def kind_bomb_of_nothing(self, generator, origin):
        times = generator.choice([1, 2, 3])
        names = ", ".join(["gzip"] * times)
        return self.response(BOMBS_OF_NOTHING[times], [f"Content-Encoding: {names}"])

    def kind_false_encoding(self, generator, origin):
        name = generator.choice(["gzip", "deflate", "br", "zstd", "compress", "x", "gzip, x", "", ",,,", "identity, br"])
        return self.response(generator.randbytes(2000), [f"Content-Encoding: {name}"])

    def kind_false_length(self, generator, origin):
        body = self.page(generator, origin)
        length = generator.choice([0, 1, -1, len(body) + 1, 1 << 31, 1 << 62, 1 << 64, "x", "1, 2", ""])
        return self.response(body, length=length)

    def kind_two_lengths(self, generator, origin):
        return self.response(self.page(generator, origin), ["Content-Length: 3"])

    def kind_chunks(self, generator, origin):
        sizes = ["5", "0", "ffffffffffffffff", "-1", "x", "5;a=" + "b" * 9999, "", " 5", "80000000"]
        chunks = "".join(f"{generator.choice(sizes)}\r\nhello\r\n" for _ in range(generator.randrange(9)))
        end = generator.choice(["0\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\n" + "X: y\r\n" * 9999, ""])
        return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + (chunks + end).encode()

    def kind_header(self, generator, origin):
        fields = generator.choice([["X: " + "y" * (1 << 21)], [f"X{index}: y" for index in range(50_000)],
                                   ["Set-Cookie: a=" + "b" * 5000] * 60, ["X: a\r\n b"] * 9, [":"], ["X"], ["\0: \0"],
                                   ["Refresh: 0; url=/" + "a" * 99_999], ["Content-Type: text/html; charset=" + "x" * 9999]])
        return self.response(self.page(generator, origin), fields)

    def kind_endless_header(self, generator, origin):
        self.isEndless = generator.choice([b"X: y\r\n", b"x"])
        return b"HTTP/1.1 200 OK\r\n"

    def kind_endless_body(self, generator, origin):
        self.isEndless = generator.choice([b"<p>", b"<link rel=icon href=/a>", b"\0", b"<!--", b"<a " + b"b" * 999])
        return b"HTTP/1.1 200 OK\r\n\r\n"

    def kind_redirect(self, generator, origin):
        place = generator.choice([f"/{generator.randrange(PAGES)}", "", "//", "http://", "http:///", "file:///etc/passwd",
                                  f"http://{origin}:{'9' * 9}/", f"//u:p@{origin}/0", "/" + "a" * 99_999, "\\\\a\\b",
                                  "http://[::1", "http://127.0.0.1:1/", "data:,x", "?", "#", "http://a b/", "/%00", "\0"])
        status = generator.choice(["301 M", "302 F", "303 S", "307 T", "308 P", "300 M", "304 N", "399 X"])
        return self.response(b"", [f"Location: {place}"], status)

    def kind_interim(self, generator, origin):
        return b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * generator.choice([1, 9, 9999]) + self.response(b"x")

    def kind_status(self, generator, origin):
        status = generator.choice(["", "0", "99", "1000", "-1", "999 x", "200", "2OO OK", "204 N", "205 R", "304 N", "401 U",
                                   "407 P", "429 T", "500 I", "503 S\r\nRetry-After: 99999999999999999999"])
        return self.response(self.page(generator, origin), ["WWW-Authenticate: " + "x" * 999], status)

    def kind_no_http(self, generator, origin):
        return generator.choice([b"", b"\0", b"HTTP/", b"HTTP/1.1", b"HTTP/9.9 200 OK\r\n\r\n", b"HTTP/2 200\r\n\r\n", b"ICY 200 OK\r\n\r\n",
                                 b"SSH-2.0-x\r\n", b"\x16\x03\x01\x02\0\x01", generator.randbytes(999), b"\r\n" * 99_999])

    def kind_picture(self, generator, origin):
        return self.response(generator.choice([GIF, b"\x89PNG\r\n\x1a\n" + generator.randbytes(99), b"<svg " + b"a='b' " * 99_999,
                                               b"\0\0\1\0\xff\xff" + generator.randbytes(9999), b"RIFF" + generator.randbytes(99)]),
                             [f"Content-Range: bytes 0-{generator.choice([9, 1 << 70, 'x'])}/*"], generator.choice(["200 O", "206 P"]))

    def kind_manifest(self, generator, origin):
        return self.response(generator.choice([b"[" * 999_999, b'{"icons":[' + b'{"src":"/1"},' * 60_000, b'{"a":' * 99_999]))

    def kind_slow(self, generator, origin):
        self.pause = generator.choice([0.05, 0.5, 5])
        return self.response(self.page(generator, origin))


class Server:
    """Answers each path with its answer, and `/good` and its icon well."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.origin = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.answers = {}
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            connection.settimeout(TIMEOUT * 4)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65536)
                if not piece:
                    return
                head += piece
            path = head.split(b" ", 2)[1].decode("latin-1")
            if path == "/good":
                connection.sendall(Answer.response(b"<link rel=icon href=/good.gif>"))
            elif path == "/good.gif":
                connection.sendall(Answer.response(GIF))
            else:
                self.send(connection, self.answers.get(path) or self.answers["/0"])
        except OSError:
            pass
        finally:
            connection.close()

    def send(self, connection, answer):
        if answer.pause:
            for start in range(0, len(answer.data), 7):
                time.sleep(answer.pause)
                connection.sendall(answer.data[start:start + 7])
        else:
            connection.sendall(answer.data)
        while answer.isEndless:
            connection.sendall(answer.isEndless * 500)
        if answer.isHeld:
            connection.recv(1)
        if answer.isReset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def run(words, text=b""):
    """Status, output, messages, seconds of processor time and KiB of a run; no status where it took too long."""
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as messages:
        child = subprocess.Popen([devtool] + words, stdin=subprocess.PIPE, stdout=out, stderr=messages, env=environment)
        child.stdin.write(text)
        child.stdin.close()
        watch = threading.Timer(60 + PAGES * TIMEOUT, child.kill)
        watch.start()
        _, status, usage = os.wait4(child.pid, 0)
        watch.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), messages.seek(0)
        return child.returncode, out.read(), messages.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def problems_of_batch(server):
    pages = [f"http://{server.origin}/{number}" for number in range(PAGES)]
    pages.insert(PAGES // 2, f"http://{server.origin}/good")
    words = ["favicon", "--batch", "-", "--timeout", str(TIMEOUT), "--full"]
    status, out, messages, seconds, memory = run(words, "\n".join(pages).encode())
    if status not in (0, 1):
        yield f"exit status {status}: {messages[-500:]}"
    try:
        lines = [json.loads(line) for line in out.splitlines()]
    except ValueError as error:
        yield f"not JSON: {error}"
        return
    if [line["url"] for line in lines] != pages:
        yield f"{len(lines)} lines for {len(pages)} pages"
    elif lines[PAGES // 2]["chosen"] != f"http://{server.origin}/good.gif":
        yield f"the good page suffers: {lines[PAGES // 2]['error']}"
    if seconds > SECONDS_OF_PAGE * PAGES:
        yield f"{seconds:.1f} s of processor time"
    if memory > LARGEST_MEMORY:
        yield f"{memory >> 10} MiB of memory"


def problems_of_board(server, path):
    status, _, messages, seconds, memory = run(["cards", f"http://{server.origin}{path}", "-o", "/dev/null"])
    if status not in STATUSES:
        yield f"cards: exit status {status}: {messages[-500:]}"
    if memory > LARGEST_MEMORY:
        yield f"cards: {memory >> 10} MiB of memory"


print(f"seed {arguments.seed}")
server = Server()
end = time.monotonic() + arguments.seconds
rounds, failed, peak = 0, 0, 0.0
while time.monotonic() < end:
    seed = arguments.seed + rounds
    generator = random.Random(seed)
    server.answers = {f"/{number}": Answer(generator, server.origin) for number in range(PAGES)}
    begin = time.monotonic()
    problems = list(problems_of_batch(server))
    # An endless board is taken until the limit or the timeout, which is long.
    finite = [path for path, answer in server.answers.items()
              if not (answer.isEndless or answer.pause or answer.isHeld or "redirect" in answer.kind or "status" in answer.kind)]
    if finite:
        problems += problems_of_board(server, generator.choice(finite))
    peak = max(peak, time.monotonic() - begin)
    rounds += 1
    if problems:
        failed += 1
        name = os.path.join(arguments.keep, f"http-{seed}")
        with open(name, "wb") as file:
            for path, answer in server.answers.items():
                file.write(f"{path} {answer.kind}\n".encode() + answer.data[:4096] + b"\n")
        print(f"seed {seed}: {'; '.join(problems)}; see {name}")
print(f"rounds: {rounds}, failed: {failed}, the longest took {peak:.1f} s")
sys.exit(1 if failed else 0)
