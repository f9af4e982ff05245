import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Real boards in every shape that is to hold all of them, read back by other people's readers, against a
/// small reader of the test's own: no card, comment, item of a checklist or attachment is lost.
@Suite(.enabled(if: CardsCorpus.folder != nil, "set DEVTOOL_CORPUS to the folder with cards"))
struct CompleteShapesTests {
    private static let kinds = ["cards", "comments", "items", "files"]

    @Test(.enabled(if: OtherProgram("python3") != nil, "python3 is not installed")) func nothingIsLost() throws {
        let folder = TemporaryFolder()
        let all = try CardsCorpus.table("expected.tsv").dropFirst().map { $0[0] }.filter {
            !$0.contains(".hash.") && !$0.contains(".mixed.")
        }
        #expect(all.count >= 26)
        let names = sampled(all)
        var read: [Board] = []
        var files = 0
        var parsed = [String: Int]()
        for name in names {
            let boards = try ExportedBoard.boards(try CardsCorpus.bytes("in/\(name)"))
            for format in [ExportFormat.csv, .json, .xml, .jira, .gitlab, .github, .linear] {
                let bytes = try ExportedBoard.bytes(BoardExport(format: format), of: boards)
                try folder.write(bytes: bytes, to: "\(name).\(format.rawValue)")
            }
            read += boards
            let markdown = ExportedBoard.files(of: boards)
            files += markdown.count
            for file in markdown { try count(file.text, into: &parsed) }
        }
        try folder.write(Self.oracle, to: "oracle.py")
        let python = try #require(OtherProgram("python3"))
        let result = try python.run(
            [folder.path.appending("oracle.py").string, try #require(CardsCorpus.folder) + "/in", folder.path.string]
                + names)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.last == "\(names.count) files agree", "\(result.output)")
        let totals = try #require(lines.first).split(separator: " ").compactMap { Int($0) }
        let expected = Dictionary(uniqueKeysWithValues: zip(Self.kinds, totals))
        parsed["cards"] = files
        #expect(parsed == expected)
        try page(of: read, has: expected, in: folder)
    }

    /// The page with all boards, as the browser has understood it.
    private func page(of boards: [Board], has expected: [String: Int], in folder: TemporaryFolder) throws {
        guard HeadlessBrowser.program != nil else { return }
        let bytes = try ExportedBoard.bytes(BoardExport(format: .html), of: boards)
        try folder.write(bytes: bytes, to: "page.html")
        let document = try HeadlessBrowser.document(of: folder.path.appending("page.html"))
        func count(_ markup: String) -> Int { document.components(separatedBy: markup).count - 1 }
        #expect(count("<li class=\"item") == expected["cards"])
        #expect(count("<article class=\"comment\">") == expected["comments"])
        let items = count("<li class=\"done\">") + count("<li class=\"open\">")
        #expect(items == expected["items"])
        let lists = document.components(separatedBy: "<ul class=\"files\">").dropFirst()
        let attachments = lists.reduce(0) {
            $0 + $1.prefix(upTo: $1.range(of: "</ul>")?.lowerBound ?? $1.endIndex).components(separatedBy: "<li>").count
                - 1
        }
        #expect(attachments == expected["files"])
        #expect(!document.lowercased().contains("<script"))
    }

    /// Counts what a parser of Markdown finds in the file of a card.
    private func count(_ text: String, into counts: inout [String: Int]) throws {
        let body = text.components(separatedBy: "\n---\n").dropFirst().joined(separator: "\n---\n")
        var sections = body.components(separatedBy: "\n## ")
        let description = sections.removeFirst()
        _ = description
        for section in sections {
            guard section.utf8.count < MarkdownHTML.lengthLimit else { continue }
            let html = try #require(MarkdownHTML()?.html(of: "## " + section, below: 1))
            let open = html.components(separatedBy: "<li>[ ] ").count - 1
            let done = html.components(separatedBy: "<li>[x] ").count - 1
            if section.hasPrefix("Comments\n") {
                counts["comments", default: 0] += html.matches(of: /<h3>[^<]* UTC/).count
            } else if section.hasPrefix("Attachments\n") {
                counts["files", default: 0] += html.components(separatedBy: "<li>").count - 1
            } else {
                counts["items", default: 0] += open + done
            }
        }
    }

    /// Written without a look at the Swift sources, from what Trello documents of its objects.
    private static let oracle = ##"""
        import csv, json, re, sys
        import xml.etree.ElementTree as tree
        csv.field_size_limit(1 << 30)

        def load(path):
            text = open(path, encoding="utf-8-sig", errors="replace").read()
            while text.lstrip().startswith("//"):
                text = text.lstrip().partition("\n")[2]
            value = json.loads(text)
            return value if isinstance(value, list) else [value]

        def wanted(board):
            ids = {c["id"] for c in board["cards"]}
            comments = [a for a in board.get("actions") or [] if a["type"] in ("commentCard", "copyCommentCard")]
            return [len(board["cards"]),
                    sum(a["data"]["card"]["id"] in ids for a in comments),
                    sum(len(k["checkItems"]) for k in board.get("checklists") or [] if k["idCard"] in ids),
                    sum(len(c.get("attachments") or []) for c in board["cards"])]

        ITEM, COMMENT = re.compile(r"^- \[[x ]\] ", re.M), re.compile(r"^### .* UTC(, edited)?$", re.M)

        def table(name):
            with open(name, encoding="utf-8", newline="") as file:
                return list(csv.reader(file, strict=True))

        # What is in the text is found there, among what looks the same in descriptions.
        def trackers(name, want):
            cards, comments, items, files = want
            head, *rows = table(f"{name}.jira")
            def cells(column): return sum(bool(cell) for row in rows for cell, title in zip(row, head) if title == column)
            texts = {"jira": [row[head.index("Description")] for row in rows]}
            if cells("Comment") != comments or cells("Attachment") != files: return "jira"
            for shape in ("gitlab", "linear"):
                head, *rows = table(f"{name}.{shape}")
                texts[shape] = [dict(zip(map(str.lower, head), row))["description"] for row in rows]
                if sum(len(COMMENT.findall(text)) for text in texts[shape]) < comments: return shape
            issues = [json.loads(line) for line in open(f"{name}.github", encoding="utf-8")]
            if sum(len(issue["comments"]) for issue in issues) != comments: return "github"
            texts["github"] = [issue["issue"]["body"] for issue in issues]
            for shape, found in texts.items():
                if len(found) != cards or sum(len(ITEM.findall(text)) for text in found) < items: return shape

        corpus, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
        totals, agreed = [0] * 4, 0
        for name in names:
            want = [sum(column) for column in zip(*map(wanted, load(f"{corpus}/{name}")))]
            with open(f"{folder}/{name}.csv", encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file, strict=True))
            cards = [json.loads(line) for line in open(f"{folder}/{name}.json", encoding="utf-8")]
            lines = [len(cards), sum(len(c["comments"]) for c in cards),
                     sum(len(k["items"]) for c in cards for k in c["checklists"]),
                     sum(len(c["attachments"]) for c in cards)]
            root = tree.parse(f"{folder}/{name}.xml").getroot()
            elements = [len(root.findall("card")), len(root.findall("card/comments/comment")),
                        len(root.findall("card/checklists/checklist/items/item")),
                        len(root.findall("card/files/file"))]
            counted = sum(int(r["Comment Count"]) for r in rows)
            bad = trackers(f"{folder}/{name}", want)
            if bad: print(name, bad)
            elif want == lines == elements and len(rows) == want[0] and counted == sum(c["commentCount"] for c in cards):
                agreed += 1
            else:
                print(name, want, lines, elements, len(rows), counted)
            totals = [a + b for a, b in zip(totals, want)]
        print(*totals) if agreed == len(names) else None
        print(agreed, "files agree")
        """##
}
