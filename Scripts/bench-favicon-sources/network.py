"""How many pages a second come over HTTP, beside `curl --parallel`, from an nginx on loopback, and what lists
of pages cost."""
import asyncio, json, os, shutil, signal, socket, statistics, subprocess, sys, threading, time

SMALL = "<!doctype html><title>Small</title><link rel=icon href=/icon.png><p>" + "x" * 931

# One pixel, whole to the last byte.
ICON = bytes.fromhex("47494638396101000100800000000000ffffff2c00000000010001000002024c01003b")

# A client makes 4 connections to each at most, so 64 at once.
ADDRESSES = [f"127.0.0.{number}" for number in range(1, 17)]

CONFIGURATION = """
{user}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path temporary;
    proxy_temp_path temporary;
    fastcgi_temp_path temporary;
    uwsgi_temp_path temporary;
    scgi_temp_path temporary;
    sendfile on;
    keepalive_requests 1000000;
    open_file_cache max=10000;
    default_type text/html;
    server {{
        {listen}
        location / {{ root "{pages}"; }}
        location = /small {{ return 200 "{small}"; }}
    }}
}}
"""


class Server:
    """An nginx that serves a folder on loopback, for use in a `with` statement."""

    def __init__(self, program, pages, folder):
        self.program, self.pages, self.folder = program, os.path.abspath(pages), folder

    def __enter__(self):
        # It keeps the port for the server, which sets SO_REUSEADDR, too.
        self.held = socket.socket()
        self.held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.held.bind(("", 0))
        self.port = self.held.getsockname()[1]
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w") as file:
            file.write(CONFIGURATION.format(
                user="user root;" if os.geteuid() == 0 else "", pages=self.pages,
                listen="".join(f"listen {address}:{self.port}; " for address in ADDRESSES), small=SMALL))
        self.process = subprocess.Popen(
            [self.program, "-p", self.folder, "-c", path, "-e", os.path.join(self.folder, "error.log")])
        for _ in range(200):
            try:
                socket.create_connection((ADDRESSES[-1], self.port)).close()
                return self
            except OSError:
                time.sleep(0.05)
        self.process.kill()
        sys.exit("bench-favicon: nginx does not start")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def urls(self, paths):
        return [f"http://{ADDRESSES[index % len(ADDRESSES)]}:{self.port}/{path}"
                for index, path in enumerate(paths)]


def run(command, output, statuses=(0,)):
    """The seconds that a command takes, those of processor time, and the most KB of memory."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    end = time.perf_counter()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in statuses:
        sys.exit(f"bench-favicon: {command[0]} failed")
    return end - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def batch(devtool, urls, folder, *options):
    """The figures of a batch, and the objects that it prints."""
    listing, lines = os.path.join(folder, "list"), os.path.join(folder, "lines")
    with open(listing, "w") as file:
        file.writelines(f"{url}\n" for url in urls)
    with open(lines, "w") as output:
        figures = run([devtool, "favicon", "--quiet", "--batch", listing, *options], output, (0, 1))
    with open(lines) as output:
        objects = [json.loads(line) for line in output]
    if [found["url"] for found in objects] != urls:
        sys.exit("bench-favicon: not all pages have their line")
    return figures, objects


def compare(title, urls, size, client, devtool, folder, rounds, table):
    listing, config = os.path.join(folder, "urls"), os.path.join(folder, "curl.config")
    with open(listing, "w") as file:
        file.writelines(f"{url}\n" for url in urls)
    with open(config, "w") as file:
        file.writelines(f'url = "{url}"\n' for url in urls)
    commands = {
        "client": [client, listing],
        "favicon --batch --no-verify": [devtool, "favicon", "--quiet", "--batch", listing, "--no-verify"],
        "curl --parallel": ["curl", "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "64",
                            "--config", config],
    }
    times = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            if command[0] == client:
                with open(os.path.join(folder, "count"), "w+") as output:
                    figures = run(command, output)
                    output.seek(0)
                    if output.read().split() != [str(len(urls)), str(size)]:
                        sys.exit("bench-favicon: not all pages came")
            elif command[0] == devtool:
                with open(os.path.join(folder, "lines"), "w") as output:
                    figures = run(command, output, (0, 1))
                with open(os.path.join(folder, "lines")) as output:
                    if sum(1 for _ in output) != len(urls):
                        sys.exit("bench-favicon: not all pages have their line")
            else:
                # As a curl that writes no files: opening /dev/null for each page would cost it time.
                figures = run(command, subprocess.DEVNULL)
            if turn > 0:
                times[name].append(figures)
    medians = {name: [statistics.median(figure) for figure in zip(*figures)] for name, figures in times.items()}
    *ours, (peer, theirs) = medians.items()
    for name, figures in ours:
        table.add(f"{title}, {name}", len(urls) / figures[0], "pages/s", peer, len(urls) / theirs[0], least=1)
        table.add(f"{title}, {name}, processor time", figures[1], "s", peer, theirs[1])


def stopping_early(server, paths, devtool, folder, table):
    """What is saved by not reading on after `head`, and whether it changes what is chosen."""
    urls = server.urls(paths)
    _, early = batch(devtool, urls, folder, "--no-verify")
    _, whole = batch(devtool, urls, folder, "--no-verify", "--full")
    read, all_bytes = (sum(found["bytes"] or 0 for found in objects) for objects in (early, whole))
    same = sum(one["chosen"] == other["chosen"] for one, other in zip(early, whole))
    table.add("bytes read, stopping early", read / 1e6, "MB", "--full", all_bytes / 1e6)
    table.add("pages on which stopping early chooses the same icon", same, "", "all pages", len(urls), least=1)


def memory(server, devtool, folder, table):
    """Whether a list of 100,000 pages takes more memory than one of 1,000."""
    listing, peaks = os.path.join(folder, "list"), []
    for count in (1_000, 10_000, 100_000):
        with open(listing, "w") as file:
            file.writelines(f"{url}\n" for url in server.urls(["small"] * count))
        # A process begins with the peak of the one that starts it, so nothing is read in this one.
        command = [devtool, "favicon", "--quiet", "--batch", listing, "--no-verify"]
        peaks.append(run(command, subprocess.DEVNULL)[2] / 1024)
    table.add("peak of memory, 1,000 pages", peaks[0], "MB")
    table.add("peak of memory, 100,000 pages", peaks[2], "MB", "10,000 pages", peaks[1], most=1.5)


class SlowServer:
    """A server on many addresses that takes 50 ms for an answer, or never gives one."""

    def __init__(self, never=False):
        self.never = never

    def __enter__(self):
        started = threading.Event()

        async def answer(reader, writer):
            try:
                while True:
                    head = await reader.readuntil(b"\r\n\r\n")
                    await asyncio.sleep(3600 if self.never else 0.05)
                    body = ICON if b"/icon" in head else SMALL.encode()
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()

        async def serve():
            server = await asyncio.start_server(answer, "0.0.0.0", 0, backlog=1024)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await asyncio.Future()

        threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
        started.wait()
        return self

    def __exit__(self, *_):
        pass


def latency(devtool, folder, rounds, table):
    """A thousand pages of 250 hosts with 50 ms for each answer, icons verified; and one host that is dead."""
    with SlowServer() as server, SlowServer(never=True) as dead:
        urls = [f"http://127.0.1.{index % 250}:{server.port}/{index}" for index in range(1000)]
        times = [batch(devtool, urls, folder)[0][0] for _ in range(rounds)]
        table.add("1,000 pages with 50 ms for an answer", statistics.median(times), "s", most=3)
        urls[::2] = [f"http://127.0.2.1:{dead.port}/{index}" for index in range(500)]
        (wall, _, _), objects = batch(devtool, urls, folder, "--timeout", "2")
        failed = sum(found["error"] is not None for found in objects)
        if failed != 500:
            sys.exit(f"bench-favicon: {failed} pages failed, and the dead host has 500")
        table.add("500 of them on a host that never answers, --timeout 2", wall, "s", most=5)


def measure(folder_of_pages, pages, client, devtool, folder, rounds, table):
    """Measures the client, a program that fetches what a file lists, with many pages and a small one; and the
    command with lists of pages."""
    nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if nginx is None or shutil.which("curl") is None:
        sys.exit("bench-favicon: the network part needs nginx and curl")
    with Server(nginx, folder_of_pages, folder) as server:
        paths = [os.path.relpath(page, server.pages) for page in pages]
        repeats = max(1, 12_000 // len(paths))
        size = sum(map(os.path.getsize, pages)) * repeats
        compare(f"{len(paths)} real pages", server.urls(paths * repeats), size, client, devtool, folder, rounds,
                table)
        count = 40_000
        compare("a page of 1 KB", server.urls(["small"] * count), len(SMALL) * count, client, devtool, folder,
                rounds, table)
        memory(server, devtool, folder, table)
        stopping_early(server, paths, devtool, folder, table)
    latency(devtool, folder, rounds, table)
