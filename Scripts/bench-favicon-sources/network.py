"""How many pages a second come over HTTP, beside `curl --parallel`, from an nginx on loopback."""
import os, shutil, signal, socket, statistics, subprocess, sys, time

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
        with socket.socket() as probe:
            probe.bind(("", 0))
            self.port = probe.getsockname()[1]
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w") as file:
            file.write(CONFIGURATION.format(
                user="user root;" if os.geteuid() == 0 else "", pages=self.pages,
                listen="".join(f"listen {address}:{self.port}; " for address in ADDRESSES), small="x" * 1000))
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


def run(command, output):
    """The seconds that a command takes, and those of processor time."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    end = time.perf_counter()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench-favicon: {command[0]} failed")
    return end - begin, usage.ru_utime + usage.ru_stime


def compare(title, urls, size, client, folder, rounds, goal):
    listing, config = os.path.join(folder, "urls"), os.path.join(folder, "curl.config")
    with open(listing, "w") as file:
        file.writelines(f"{url}\n" for url in urls)
    with open(config, "w") as file:
        file.writelines(f'url = "{url}"\n' for url in urls)
    commands = {
        "devtool's client": [client, listing],
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
            else:
                # As a curl that writes no files: opening /dev/null for each page would cost it time.
                figures = run(command, subprocess.DEVNULL)
            if turn > 0:
                times[name].append(figures)
    rates = {}
    print(f"\n{title}, {size / len(urls) / 1e3:.0f} KB each, {rounds} runs{'':5} pages/s       MB/s   processor s")
    for name, figures in times.items():
        wall, processor = (statistics.median(figure) for figure in zip(*figures))
        rates[name] = len(urls) / wall
        print(f"{name:40} {rates[name]:9.0f} {size / wall / 1e6:10.0f} {processor:13.2f}")
    ours, curls = rates.values()
    goal(f"{ours / curls:.2f} times as many pages a second as curl --parallel (at least 1)", ours >= curls)


def measure(folder_of_pages, pages, client, folder, rounds, goal):
    """Measures the client, a program that fetches what a file lists, with many pages and a small one."""
    nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if nginx is None or shutil.which("curl") is None:
        sys.exit("bench-favicon: the network part needs nginx and curl")
    with Server(nginx, folder_of_pages, folder) as server:
        paths = [os.path.relpath(page, server.pages) for page in pages]
        repeats = max(1, 12_000 // len(paths))
        size = sum(map(os.path.getsize, pages)) * repeats
        compare(f"{len(paths) * repeats} fetches of {len(paths)} pages", server.urls(paths * repeats), size,
                client, folder, rounds, goal)
        count = 40_000
        compare(f"{count} fetches of one page", server.urls(["small"] * count), 1000 * count, client, folder,
                rounds, goal)
