"""What the benchmarks have in common: the release that they measure, and the table that they print."""
import datetime, os, platform, subprocess, sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


BUILD = """
. Scripts/common.sh
. Scripts/release-sources/architecture.sh
. Scripts/release-sources/program.sh
folder=$PWD/.build/benchmark/$(git rev-parse HEAD)
if [ ! -x "$folder/devtool/.build/release/devtool" ]; then
    rm -rf .build/benchmark
    mkdir -p "$folder"
    export_version
    export SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
    build_program "$PWD" HEAD "$folder" >&2
fi
echo "$folder/devtool/.build/release/devtool"
"""


def release():
    """The path of the program that is measured: that of the variable DEVTOOL, or the commit's, built as a release is."""
    if os.environ.get("DEVTOOL"):
        return os.path.abspath(os.environ["DEVTOOL"])
    return subprocess.run(["sh", "-euc", BUILD], cwd=TOP, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def rounds(usual, quick):
    """How many rounds the command line asks for: those of `--quick`, its only option, or the usual ones."""
    if sys.argv[1:] not in ([], ["--quick"]):
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} [--quick]")
    return quick if sys.argv[1:] else usual


def machine(*programs):
    """What the figures depend on, in a line: the date, the commit, the programs, the system, the processors, their load.

    Programs print their version in the first line, if they get `--version`.
    """
    with open("/proc/cpuinfo") as information:
        names = [line.split(":")[1].strip() for line in information if line.startswith("model name")]
    with open("/etc/os-release") as information:
        system = next((line.split("=")[1].strip().strip('"') for line in information
                       if line.startswith("PRETTY_NAME=")), platform.system())
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=TOP, capture_output=True, text=True)
    measured = os.environ.get("DEVTOOL") or f"commit {commit.stdout.strip() or 'unknown'}"
    versions = [subprocess.run([program, "--version"], capture_output=True, text=True).stdout.split("\n")[0]
                for program in programs]
    return "; ".join([
        f"{datetime.date.today()}", measured, *versions, system,
        f"{len(os.sched_getaffinity(0))} × {names[0] if names else platform.machine()}",
        f"load {os.getloadavg()[0]:.1f}"])


class Table:
    """Figures beside those of peers, with their ratios, the goals of these, and whether they are reached.

    It is Markdown, so that it can be taken over into docs/benchmarks.md.
    """

    HEAD = ("measured", "figure", "beside", "its figure", "ratio", "goal", "verdict")

    def __init__(self):
        self.rows = []

    def add(self, name, figure, unit, peer=None, theirs=None, most=None, least=None):
        """Adds a figure.

        - name: what is measured, by whom.
        - figure, theirs: numbers of the unit; `s` is shown as ms below a second.
        - peer: what is measured beside it, in the same rounds; without one the goal is of the figure itself.
        - most, least: the goal of the ratio.
        """
        ratio = figure / theirs if theirs else None
        judged = figure if peer is None else ratio
        goal, is_met = "", None
        if judged is not None and (most is not None or least is not None):
            limit = least if most is None else most
            is_met = judged >= limit if most is None else judged <= limit
            goal = f"{'at least' if most is None else 'at most'} {self.text(limit, unit) if peer is None else f'{limit:g}'}"
        self.rows.append((
            name, self.text(figure, unit), peer or "", "" if theirs is None else self.text(theirs, unit),
            "" if ratio is None else f"{ratio:.3f}" if ratio < 0.1 else f"{ratio:.2f}", goal,
            "" if is_met is None else "met" if is_met else "MISSED"))

    @staticmethod
    def text(figure, unit):
        if unit == "s" and figure < 1:
            figure, unit = figure * 1000, "ms"
        digits = 0 if figure >= 100 else 1 if figure >= 10 else 2
        return f"{figure:,.{digits}f}" + (f" {unit}" if unit else "")

    def print(self):
        widths = [max(len(row[column]) for row in [self.HEAD, *self.rows]) for column in range(len(self.HEAD))]
        lines = [self.HEAD, tuple("-" * width for width in widths), *self.rows]
        for row in lines:
            print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
