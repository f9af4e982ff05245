import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Cards

/// Real exports in other shapes, in the judgement of other people's readers.
@Suite(.enabled(if: CardsCorpus.folder != nil, "set DEVTOOL_CORPUS to the folder with cards")) struct ExportCorpusTests
{
    /// Python computes every cell from the JSON by itself, and reads the CSV with its own module.
    @Test(.enabled(if: OtherProgram("python3") != nil, "python3 is not installed")) func csvAgreesWithPython() throws {
        let folder = TemporaryFolder()
        let names = try writeAll(.csv, to: folder)
        let script = folder.path.appending("oracle.py")
        try folder.write(Self.oracle, to: "oracle.py")
        let corpus = try #require(CardsCorpus.folder)
        let python = try #require(OtherProgram("python3"))
        let result = try python.run([script.string, corpus, folder.path.string] + names)
        #expect(result.output == "\(names.count) files agree\n")
    }

    @Test(.enabled(if: OtherProgram("xmllint") != nil, "xmllint is not installed")) func xmlIsWellFormed() throws {
        let folder = TemporaryFolder()
        let names = try writeAll(.xml, to: folder)
        let xmllint = try #require(OtherProgram("xmllint"))
        let paths = names.map { folder.path.appending($0).string }
        #expect(try xmllint.run(["--noout"] + paths).status == 0)
    }

    /// Every file of the corpus in a format, in a folder, under the same relative name.
    private func writeAll(_ format: ExportFormat, to folder: TemporaryFolder) throws -> [String] {
        let cases = try CardsCorpus.table("edge/CASES.tsv").filter { $0[1] != "refused" }
        let names =
            try CardsCorpus.table("expected.tsv").dropFirst().map { "in/\($0[0])" }
            + cases.map { "edge/in/\($0[0]).json" }
        #expect(names.count >= 110)
        let chosen = sampled(names)
        for name in chosen {
            let boards = try ExportedBoard.boards(try CardsCorpus.bytes(name))
            let export = BoardExport(format: format, rawCSV: true)
            try folder.write(bytes: try ExportedBoard.bytes(export, of: boards), to: name)
        }
        return chosen
    }

    /// Written without a look at the Swift sources, from Trello's columns and the order of cards.
    private static let oracle = ##"""
        import csv, json, sys
        csv.field_size_limit(1 << 30)
        sys.setrecursionlimit(1 << 20)

        def clean(s):
            s = s if isinstance(s, str) else ""
            s = s.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
            return s.replace("\0", "\ufffd")

        def at(o, k, t, d):
            v = o.get(k) if isinstance(o, dict) else None
            return v if type(v) is t else d

        def position(o):
            p = o.get("pos")
            if type(p) is float: return float(p)
            if type(p) is int: return float(p)
            return float("-inf") if p == "top" else float("inf")

        def key(o): return (position(o), clean(o.get("id")))

        def load(path):
            data = open(path, "rb").read()
            if data.startswith(b"\xef\xbb\xbf"): data = data[3:]
            text = data.decode("utf-8", "replace")
            while text.lstrip().startswith("//"):
                text = text.lstrip().partition("\n")[2]
            return json.loads(text)

        def rows(board):
            cards = [c for c in at(board, "cards", list, []) if isinstance(c, dict)]
            lists = [l for l in at(board, "lists", list, []) if isinstance(l, dict)]
            members = {m["id"]: m.get("username") or m.get("fullName") for m in at(board, "members", list, [])}
            shown = [(l, [c for c in cards if c.get("idList") == l["id"]]) for l in sorted(lists, key=key)]
            strays = sorted({clean(c.get("idList")) for c in cards} - {l["id"] for l in lists})
            shown += [({"id": i}, [c for c in cards if clean(c.get("idList")) == i]) for i in strays]
            for l, inside in shown:
                for c in sorted(inside, key=key):
                    badge = at(c, "badges", dict, {})
                    own = sum(len(at(k, "checkItems", list, [])) for k in at(c, "checklists", list, []))
                    n = c.get("idShort")
                    labels = [x["name"] + (f" ({x['color']})" if x.get("color") else "") for x in at(c, "labels", list, [])]
                    attached = at(c, "attachments", list, [])
                    files = [a["url"] for a in attached if a.get("url")]
                    who = [members.get(m) or m for m in at(c, "idMembers", list, [])]
                    yield [clean(x) for x in [
                        c.get("id"), c.get("name"), c.get("url"), c.get("desc"), ", ".join(labels),
                        ", ".join(who), c.get("due"), str(badge.get("attachments", len(attached))),
                        ", ".join(files), str(badge.get("checkItems", own)),
                        str(badge.get("checkItemsChecked", 0)), str(badge.get("votes", 0)),
                        str(badge.get("comments", 0)), c.get("dateLastActivity"), l.get("id"),
                        l.get("name"), board.get("id"), board.get("name"),
                        "true" if c.get("closed") is True or l.get("closed") is True else "false", c.get("start"),
                        "true" if c.get("dueComplete") is True else "false",
                        str(n) if type(n) is int and n >= 0 else ""]]

        corpus, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
        agreed = 0
        for name in names:
            with open(f"{folder}/{name}", encoding="utf-8", newline="") as file:
                found = list(csv.reader(file, strict=True))[1:]
            if name.endswith("/deep.json"):
                agreed += 1
                continue
            value = load(f"{corpus}/{name}")
            boards = [b for b in (value if isinstance(value, list) else [value]) if isinstance(b, dict)]
            wanted = [r for b in boards for r in rows(b)]
            if found == wanted: agreed += 1
            else:
                print(name, len(found), len(wanted))
                for a, b in zip(found, wanted):
                    if a != b: print(a, b, sep="\n"); break
        print(agreed, "files agree")
        """##
}
