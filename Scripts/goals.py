"""What the benchmarks in Python share: the machine, and the goals as one table."""
import datetime, os, platform


def machine():
    """The processor, its load and the date, as docs/benchmarks.md has them beside each figure."""
    with open("/proc/cpuinfo") as information:
        names = [line.split(":")[1].strip() for line in information if line.startswith("model name")]
    return (f"{names[0] if names else 'unknown processor'}, {os.cpu_count()} cores, Linux {platform.release()},"
            f" load average {os.getloadavg()[0]:.1f} before the run, {datetime.date.today()}")


class Goals:
    """Goals with what was measured: a ratio, or a figure in the unit that the name says."""

    def __init__(self):
        self.rows = []

    def at_most(self, name, measured, limit):
        self.rows.append((name, measured, f"<= {limit:g}", measured <= limit))

    def at_least(self, name, measured, limit):
        self.rows.append((name, measured, f">= {limit:g}", measured >= limit))

    def print(self):
        """Prints all goals so far, and begins anew."""
        width = max(len(name) for name, *_ in self.rows)
        print(f"\n{'goal':{width}} {'measured':>10} {'limit':>9}  verdict")
        for name, measured, limit, is_met in self.rows:
            print(f"{name:{width}} {measured:10.2f} {limit:>9}  {'met' if is_met else 'MISSED'}")
        self.rows = []
