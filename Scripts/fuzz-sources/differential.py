"""Makes nasty documents, and compares the links that the scanner finds with those of other parsers.

usage: differential.py PROGRAM [--seconds N] [--seed N] [--without WORD]... [--browser] [--keep DIR]

What is compared: which links become HTML elements outside of templates, and which of them are children
of head, to a browser with scripting. The verdict is what most of justhtml, lexbor and html5lib say, of
those that can judge a document; where they are of two minds, the scanner may side with either.

A document on which the scanner differs is made as small as it stays different, and each small one is
shown once, with all the answers. With --browser, Chromium is asked about the small ones, about those on
which the parsers disagree, and about 2,000 others.
"""
import argparse, collections, html, json, os, random, re, struct, subprocess, sys, tempfile, time

import html5lib, justhtml
from selectolax.lexbor import LexborHTMLParser

XHTML = "{http://www.w3.org/1999/xhtml}"
NAMES = """html head body frameset frame table caption colgroup col tbody thead tfoot tr td th
select option optgroup svg foreignObject desc title math mi mo mtext annotation-xml semantics template
p li dd dt ul dl a b i u font nobr code em button form div section address h1 h2 pre listing
script style textarea noscript noframes noembed iframe xmp plaintext hr br img image input
applet marquee object ruby rb rt rtc rp base meta basefont bgsound center main dialog menu search
isindex keygen summary details x-unknown unknown g path mglyph malignmark""".split()
# Those that lead into the corners of tree construction.
HARD = """html head body frameset table caption colgroup tbody tr td select option svg foreignObject desc
title math mi annotation-xml template p li a b nobr button form script style noscript noframes""".split()
ATTRIBUTES = [" encoding=text/html", " encoding='application/xhtml+xml'", " type=hidden", " TYPE=Hidden",
              " a=b", " color=red", " face", " size=1", " a='>'", ' b="<link rel=icon href=0>"', " /",
              " definitionurl=x", " class=x/", " x=/"]
TEXTS = ["x", " ", "\n", "\t", "\f", "\0", "a b", "&amp;", "&#32;", "&nbsp;", "\r\n", "é"]
OTHERS = ["<!-- c -->", "<!---->", "<!-->", "<!--->", "<!-- a --!>", "<!-- <!-- -->", "<!--x--", "<![CDATA[x]]>",
          "<![CDATA[<a>", "]]>", "<!doctype html>", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "<!x>",
          "<?x>", "</>", "</ x>", "<", "</", "<3", "<!-", "-->", "<!--<script>", "<script><!--<script></script>--></script>",
          "<style><!--</style>", "<title></titl></title>", "</p>", "</br>", "</body>", "</html>", "</head>"]

arguments = argparse.ArgumentParser()
arguments.add_argument("program")
arguments.add_argument("--seconds", type=float, default=60)
arguments.add_argument("--seed", type=int)
arguments.add_argument("--without", action="append", default=[], help="a name that no document has")
arguments.add_argument("--browser", action="store_true", help="ask Chromium, too")
arguments.add_argument("--keep", help="a folder for the small documents")
options = arguments.parse_args()
options.seed = random.randrange(10**6) if options.seed is None else options.seed


class Scanner:
    """The program that answers for the scanner."""

    def __init__(self):
        self.process = subprocess.Popen([options.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def links(self, document):
        data = document.encode()
        try:
            self.process.stdin.write(struct.pack("<I", len(data)) + data)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer.endswith(b"\n"):
            self.process.wait()
            self.__init__()
            return ["crashed"]
        return sorted(answer.decode().split())


def word(href, is_in_head):
    return f"{href}{'h' if is_in_head else ''}"


def with_justhtml(document):
    root = justhtml.JustHTML(document, sanitize=False, scripting_enabled=True).root
    found, left = [], [(root, "")]
    while left:
        node, parent = left.pop()
        # A template's content is not among its children.
        for child in node.children or []:
            if child.name == "link" and child.namespace in (None, "html"):
                found.append(word(child.attrs.get("href"), is_head(node)))
            left.append((child, child.name))
    return sorted(found)


def is_head(node):
    return node.name == "head" and node.namespace in (None, "html")


def with_lexbor(document):
    # It reads noscript as without scripting, and tells no name space: an HTML link has no end tag.
    if "<noscript" in document.lower():
        return None
    found = []
    for node in LexborHTMLParser(document).css("link"):
        if node.html.endswith("</link>"):
            continue
        parent = node.parent
        found.append(word(node.attributes.get("href"), parent.tag == "head" and parent.parent.tag == "html"))
    return sorted(found)


def with_html5lib(document):
    # It knows no templates, and select as it was before 2025.
    if re.search("template|select|<search|<dialog", document, re.I):
        return None
    try:
        tree = html5lib.HTMLParser().parse(document, scripting=True)
    except AssertionError:
        return None
    heads = {link for head in tree.findall(XHTML + "head") for link in head.findall(XHTML + "link")}
    return sorted(word(link.get("href"), link in heads) for link in tree.iter(XHTML + "link"))


PAGE = """<!doctype html><meta charset=utf-8><pre id=answers></pre><iframe id=frame></iframe><script>
const documents = DOCUMENTS, answers = [];
const frame = document.getElementById("frame");
for (const text of documents) {
    const page = frame.contentDocument;
    page.open(); page.write(text); page.close();
    answers.push(Array.from(page.querySelectorAll("link")).filter(link => link instanceof
        frame.contentWindow.HTMLLinkElement).map(link => link.getAttribute("href") +
        (link.parentNode === page.head ? "h" : "")).sort());
}
document.body.removeChild(frame);
document.getElementById("answers").textContent = JSON.stringify(answers);
</script>"""


def with_chromium(documents):
    """The answers of the browser, for many documents at once, since it is slow to start."""
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        texts = json.dumps(documents).replace("<", "\\u003c")
        with open(page, "w") as file:
            file.write(PAGE.replace("DOCUMENTS", texts))
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/user",
                   "--virtual-time-budget=60000", "--dump-dom", "file://" + page]
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
    answers = re.search("<pre id=.answers.>(.*?)</pre>", output.stdout.decode(), re.S)
    return json.loads(html.unescape(answers.group(1)))


ORACLES = {"justhtml": with_justhtml, "lexbor": with_lexbor, "html5lib": with_html5lib}


def answers(document):
    """What the oracles say, of those that can judge the document."""
    given = {name: oracle(document) for name, oracle in ORACLES.items()}
    return {name: answer for name, answer in given.items() if answer is not None}


def verdicts(given):
    """The answers that are right as far as the oracles can tell: one, unless they are of two minds."""
    counts = collections.Counter(map(tuple, given.values()))
    most = max(counts.values())
    return [list(answer) for answer, count in counts.items() if count == most]


class Author:
    """Writes documents: lists of pieces, from which any can be taken away."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def document(self):
        pick = self.random.choice
        # A few names a document, so that they meet one another.
        names = [pick(HARD if self.random.random() < 0.7 else NAMES) for _ in range(self.random.randint(2, 7))]
        pieces = [pick(["<!doctype html>", ""])]
        for _ in range(self.random.randint(2, 24)):
            chance = self.random.random()
            if chance < 0.45:
                attributes = pick(ATTRIBUTES) if self.random.random() < 0.2 else ""
                slash = "/" if self.random.random() < 0.06 else ""
                pieces.append(f"<{self.case(pick(names))}{attributes}{slash}>")
            elif chance < 0.65:
                pieces.append(f"</{self.case(pick(names))}>")
            elif chance < 0.8:
                pieces.append("<link rel=icon href=#>")
            elif chance < 0.9:
                pieces.append(pick(TEXTS))
            elif chance < 0.96:
                pieces.append(pick(OTHERS))
            else:
                name = pick(NAMES)
                pieces.append(pick([f"<{name}>", f"</{name}>"]))
        pieces.append("<link rel=icon href=#>")
        return self.numbered([piece for piece in pieces if piece and not self.is_unwanted(piece)])

    def case(self, name):
        return name.upper() if self.random.random() < 0.05 else name

    @staticmethod
    def is_unwanted(piece):
        return any(name in piece.lower() for name in options.without)

    @staticmethod
    def numbered(pieces):
        """Gives each link a number of its own."""
        return [piece.replace("#", str(number)) if piece.startswith("<link") else piece
                for number, piece in enumerate(pieces, 1)]


def smaller(pieces, is_different):
    """The document without the pieces that do not matter."""
    width = len(pieces) // 2
    while width >= 1:
        start = 0
        while start < len(pieces):
            shorter = pieces[:start] + pieces[start + width:]
            if shorter and is_different("".join(shorter)):
                pieces = shorter
            else:
                start += width
        width //= 2
    return pieces


def renumbered(pieces):
    """The same document with its links counted from 1, so that it is recognised when it comes again."""
    count, result = 0, []
    for piece in pieces:
        if piece.startswith("<link"):
            count += 1
            piece = f"<link rel=icon href={count}>"
        result.append(piece)
    return result


def show(answer):
    return " ".join(answer) or "none"


def report(why, document, ours, given):
    print(f"{why}: {document!r}\n    {'ours':9} {show(ours)}")
    for name, answer in given.items():
        print(f"    {name:9} {show(answer)}")


def ask_browser(scanner, documents, disputed, small):
    """Shows where the browser is of another mind than the scanner or, on a small one, the oracles."""
    asked = list(dict.fromkeys(small + disputed + documents))
    browser = [answer for start in range(0, len(asked), 1000)
               for answer in with_chromium(asked[start:start + 1000])]
    wrong = 0
    for document, answer in zip(asked, browser):
        ours = scanner.links(document)
        if document in small or ours != answer:
            wrong += ours != answer
            report("as the browser" if ours == answer else "NOT as the browser",
                   document, ours, {**answers(document), "chromium": answer})
    print(f"{len(asked)} documents: {wrong} different from chromium")


def main():
    scanner, author = Scanner(), Author(options.seed)
    end = time.monotonic() + options.seconds
    count, different, disputed, sample, small = 0, 0, [], [], {}

    def is_different(document):
        return scanner.links(document) not in verdicts(answers(document))

    while time.monotonic() < end:
        pieces = author.document()
        document = "".join(pieces)
        given = answers(document)
        right = verdicts(given)
        count += 1
        if count <= 2000:
            sample.append(document)
        if len(set(map(tuple, given.values()))) > 1:
            disputed.append(document)
        if scanner.links(document) not in right:
            different += 1
            if len(small) < 100:
                document = "".join(renumbered(smaller(pieces, is_different)))
                if document not in small:
                    small[document] = True
                    report("different", document, scanner.links(document), answers(document))
                    sys.stdout.flush()
    if options.keep:
        for number, document in enumerate(small, 1):
            with open(os.path.join(options.keep, f"differential-{options.seed}-{number}.html"), "w", newline="") as file:
                file.write(document)
    if options.browser:
        ask_browser(scanner, sample, disputed[:500], list(small))
    print(f"{count} documents with seed {options.seed}: {different} different, {len(small)} small ones;"
          f" the oracles disagree on {len(disputed)}")
    return 1 if different else 0


sys.exit(main())
