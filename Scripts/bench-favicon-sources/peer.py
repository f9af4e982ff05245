"""For each line on standard input, goes over the pages that a file lists, and prints the nanoseconds of
processor time it took and the icon links it found: peer.py NAME LIST"""
import re, sys, time

name, names = sys.argv[1:]


def has_icon(rel):
    return "icon" in re.split("[ \t\n\f\r]+", (rel or "").lower())


if name == "lexbor":
    from selectolax.lexbor import LexborHTMLParser

    def icons(page):
        return sum(has_icon(link.attributes.get("rel")) for link in LexborHTMLParser(page).css("link"))
elif name == "lxml":
    from lxml import etree

    def icons(page):
        tree = etree.HTML(page, etree.HTMLParser(encoding="utf-8"))
        return 0 if tree is None else sum(has_icon(link.get("rel")) for link in tree.iter("link"))
else:
    import logging, warnings
    from bs4 import BeautifulSoup
    # Of pages that are not UTF-8.
    logging.disable()
    warnings.simplefilter("ignore")

    def icons(page):
        soup = BeautifulSoup(page, name.removeprefix("BeautifulSoup "), from_encoding="utf-8")
        return sum(has_icon(" ".join(link.get("rel") or [])) for link in soup.find_all("link"))

pages = [open(path.rstrip("\n"), "rb").read() for path in open(names)]
for _ in sys.stdin:
    start = time.thread_time_ns()
    found = sum(map(icons, pages))
    print(time.thread_time_ns() - start, found, flush=True)
