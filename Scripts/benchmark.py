"""What the benchmarks have in common: the release that they measure, and the table that they print."""
import datetime, os, platform, subprocess

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def release():
    """The path of devtool's release, which is built."""
    command = ["swift", "build", "--product", "devtool", "-c", "release", "--static-swift-stdlib", "-Xlinker", "-s"]
    subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run([*command, "--show-bin-path"], cwd=TOP, check=True, capture_output=True, text=True)
    return os.path.join(folder.stdout.strip(), "devtool")


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
    versions = [subprocess.run([program, "--version"], capture_output=True, text=True).stdout.split("\n")[0]
                for program in programs]
    return "; ".join([
        f"{datetime.date.today()}", f"commit {commit.stdout.strip() or 'unknown'}", *versions, system,
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
