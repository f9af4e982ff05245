import Foundation
import TestSupport
import Testing

private enum Importers {
    static let readingTheExport = ["planka", "wekan", "deck", "focalboard"]
    static let all = readingTheExport + ["vikunja", "kanboard", "gitlab", "linear"]
}

/// What the importers of Trello's export take, and what is said of it in advance.
@Suite struct CardsImporterScenarios {
    /// With a header, without some arrays, with a comment on a card and a label that are gone.
    static let board = ##"""
        // 20240905
        // https://trello.com/b/X.json

        {"id":"b","name":"B #","labels":[],"prefs":{"background":"blue","permissionLevel":"org"},
        "lists":[{"id":"l","name":"L","closed":false,"pos":1}],
        "members":[{"id":"m","username":"ada"}],"cards":[
        {"id":"c1","idShort":1,"idList":"l","name":"Plan","pos":1,"idLabels":[],"idMembers":["m"],
         "start":"2026-01-01T00:00:00.000Z","attachments":[{"url":"https://x.example"}]},
        {"id":"c2","idShort":2,"idList":"l","name":"","pos":2,"idLabels":["gone"],"idMembers":[]}],
        "actions":[{"type":"commentCard","date":"2026-01-01T00:00:00.000Z","memberCreator":{"id":"m"},
        "data":{"text":"x","card":{"id":"gone"}}}]}
        """##

    /// See D6 of issue 49: Planka's and wekan's `JSON.parse` refused the header, and Planka the missing arrays.
    @Test func exactlyWhatPlankaTakes() async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run("cards", "board.json", "--to", "planka")
            .exits(0).stderr(
                """
                board.json:7:1: warning: card 1 "Plan": planka drops: members, attachments, start date
                board.json:9:1: warning: the 'idLabels' of this card refers to an item that is not in the export, \
                so the import into planka fails
                board.json:10:12: warning: the 'card' of this comment refers to an item that is not in the export, \
                so the import into planka fails

                """)
        let text = outcome.outputText
        #expect(text.hasPrefix(##"{"checklists":[],"id":"b","name":"B #","labels":[],"##))
        let board = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        for array in ["labels", "lists", "cards", "checklists", "actions"] {
            #expect(board?[array] is [Any], "\(array)")
        }
        #expect(text.contains(##""name":"#1 Plan""##) && text.contains(##""name":"#2 ""##))
    }

    @Test func aByteOrderMark() async throws {
        let board =
            ##"{"name":"#","labels":[],"lists":[],"checklists":[],"actions":[],"cards":[{"idShort":1,"name":"a","idLabels":[]}]}"##
        let numbered = board.replacing("\"a\"", with: "\"#1 a\"")
        try await Scenario().file("b.json", "\u{FEFF}" + board).run("cards", "b.json", "--to", "planka").stdout(
            numbered
        ).stderr("").exits(0)
        let scenario = try Scenario().file("b.json", "//\n" + String(repeating: "// {\n", count: 100_000) + board)
        try await scenario.run("cards", "b.json", "--to", "planka", "-o", "p.json").exits(0).file("p.json", numbered)
        try await scenario.run("cards", "b.json", "--to", "wekan", "-o", "w.json").exits(0)
        #expect(
            scenario.folder.text("w.json")?.hasPrefix(
                #"{"members":[],"prefs":{"background":"blue","permissionLevel":"private"},"name""#) == true)
    }

    @Test func cardByCard() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "--check", "--for", "planka", "board.json").stdout("").exits(1).stderr(
            """
            board.json:1:1: warning: planka does not accept a byte order mark or a comment before the board
              hint: use '--to planka' to remove it
            board.json:1:1: warning: planka does not accept an export without 'checklists'
              hint: use '--to planka' to add it
            board.json:7:1: warning: card 1 "Plan": planka drops: members, attachments, start date
            board.json:9:1: the 'idLabels' of this card refers to an item that is not in the export, \
            so the import into planka fails
            board.json:10:12: the 'card' of this comment refers to an item that is not in the export, \
            so the import into planka fails
            board.json: 2 cards checked for planka, 5 findings

            """)
        try await scenario.run("cards", "--check", "--for", "focalboard", "board.json").stdout("").exits(0).stderr(
            """
            board.json:1:1: warning: focalboard does not accept a byte order mark or a comment before the board
              hint: use '--to focalboard' to remove it
            board.json:1:1: warning: focalboard does not accept an export without 'checklists'
              hint: use '--to focalboard' to add it
            board.json:7:1: warning: card 1 "Plan": focalboard drops: members, start date, attachments
            board.json: 2 cards checked for focalboard, 3 findings

            """)
        try await scenario.run("cards", "--check", "--for", "wekan", "board.json").stdout("").exits(1).stderr(
            """
            board.json:1:1: warning: wekan does not accept a byte order mark or a comment before the board
              hint: use '--to wekan' to remove it
            board.json:1:1: warning: wekan does not accept an export without 'checklists'
              hint: use '--to wekan' to add it
            board.json:7:1: warning: card 1 "Plan": wekan drops: start date
            board.json:9:1: the 'idLabels' of this card refers to an item that is not in the export, \
            so the import into wekan fails
            devtool: warning: board.json: wekan shows card numbers itself, so numbered titles would show them twice
            board.json: 2 cards checked for wekan, 5 findings

            """)
        try await scenario.run("cards", "--check", "--for", "deck", "board.json").exits(1)
        // White space is no header.
        let board = #"{"name":"B","lists":[],"checklists":[],"cards":[{"name":"a"}]}"#
        try await Scenario().stdin("\n\t" + board).run("cards", "--check", "--for", "focalboard", "--all").exits(0)
            .stderr("<stdin>: 1 card checked for focalboard, 0 findings\n")
        try await scenario.run("cards", "--check", "--for", "linear", "board.json").stdout("").exits(0).stderr(
            """
            board.json:7:1: warning: card 1 "Plan": linear drops: start date
            board.json: 2 cards checked for linear, 1 finding

            """)
        try await scenario.run("cards", "--for", "planka", "board.json").exits(64).stderr(
            """
            devtool: '--for' requires '--check'
              hint: run 'devtool cards --help' for usage

            """)
        let unknown = try await scenario.run("cards", "--check", "--for", "plank", "board.json").exits(64)
        for name in [
            "planka", "wekan", "deck", "focalboard", "vikunja", "kanboard", "jira", "gitlab", "github", "linear",
        ] { #expect(unknown.errorText.contains(name), "\(unknown.errorText)") }
    }

    /// What each importer did with a board of which one member was changed, when its parser was run on it: commits
    /// and dates are in docs/cards.md.
    @Test(arguments: [
        ("planka", #""due":"#, #""due":"soon","x":"#, true), ("wekan", #""due":"#, #""due":"soon","x":"#, true),
        ("deck", #"000Z","dueComplete"#, #"Z","dueComplete"#, true),
        ("deck", #""idList":"l""#, #""idList":null"#, true), ("deck", #""labels":[{"id":"t"}],"#, "", false),
        ("deck", #""idMembers":[],"#, "", false), ("deck", #""name":"B""#, #""name":"""#, true),
        ("planka", #""name":"B""#, #""name":"""#, false), ("wekan", #""name":"B""#, #""name":"""#, true),
        ("wekan", #""dateLastActivity""#, #""y""#, false), ("deck", #""dateLastActivity""#, #""y""#, true),
        ("wekan", #""desc""#, #""y""#, false), ("wekan", #""text":"hi""#, #""text":"""#, true),
        ("deck", #""text":"hi""#, #""text":null"#, true), ("planka", #""text":"hi""#, #""text":null"#, false),
        ("planka", #""card":{"id":"c"}"#, #""z":1"#, true), ("wekan", #""card":{"id":"c"}"#, #""z":1"#, true),
        ("wekan", #""idLabels":["t"]"#, #""idLabels":["u"]"#, true),
        ("planka", #""idLabels":["t"]"#, #""idLabels":[null]"#, true), ("planka", #""idCard":"c","#, "", true),
        ("wekan", #""idCard":"c","#, "", false), ("wekan", #""pos":7"#, #""pos":null"#, true),
        ("planka", #""pos":7"#, #""pos":null"#, true), ("deck", #""pos":7"#, #""pos":null"#, false),
        ("wekan", #""display":{}"#, #""z":{}"#, true), ("planka", #""display":{}"#, #""z":{}"#, false),
        ("focalboard", #""checkItems":["#, #""z":["#, true), ("deck", #""checkItems":["#, #""z":["#, false),
    ]) func oneMember(of importer: String, _ member: String, _ other: String, fails: Bool) async throws {
        let board = ##"""
            {"name":"B","prefs":{},"labels":[{"id":"t","name":"soon"}],"members":[],
            "lists":[{"id":"l","name":"L","pos":1}],
            "customFields":[{"name":"F","type":"text","display":{}}],
            "cards":[{"id":"c","idShort":1,"idList":"l","name":"Plan","idLabels":["t"],
            "labels":[{"id":"t"}],"idMembers":[],"idChecklists":[],"desc":"","pos":1,
            "dateLastActivity":"2026-01-01T00:00:00.000Z",
            "due":"2026-01-01T00:00:00.000Z","dueComplete":true}],
            "checklists":[{"id":"k","idCard":"c","name":"K","pos":7,
            "checkItems":[{"name":"a","pos":7,"state":"complete"}]}],
            "actions":[{"id":"a","type":"commentCard","date":"2026-01-01T00:00:00.000Z",
            "memberCreator":{"id":"m"},"data":{"text":"hi","card":{"id":"c"}}}]}
            """##
        #expect(board.contains(member))
        for (text, fails) in [(board, false), (board.replacing(member, with: other), fails)] {
            let outcome = try await Scenario().stdin(text).run("cards", "--check", "--for", importer).exits(
                fails ? 1 : 0)
            let error = outcome.errorText
            #expect(error.contains("so the import into") == fails, "\(error)")
        }
    }

    @Test func aLongTitle() async throws {
        let board = ##"""
            {"name":"B","lists":[{"id":"l","name":"L"}],"actions":[],"cards":[{"idShort":1,
            "idList":"l","idChecklists":[],"dateLastActivity":"2026-01-01T00:00:00.000Z",
            "name":"\##(String(repeating: "ü", count: 253))"}]}
            """##
        // With its number it is three characters longer.
        for (arguments, isTooLong) in [([], false), (["--all"], true)] {
            let outcome = try await Scenario().stdin(board).run(["cards", "--check", "--for", "deck"] + arguments)
                .exits(0)
            #expect(outcome.errorText.contains("longer than 255 characters") == isTooLong)
        }
    }

    /// See M1 of issue 49: Deck's columns for the titles of boards, lists and labels hold 100 characters.
    @Test func longNamesInDeck() async throws {
        let long = String(repeating: "ü", count: 101)
        func board(_ name: String, _ list: String, _ label: String) -> String {
            ##"""
            {"name":"\##(name)","lists":[{"id":"l","name":"\##(list)"}],"actions":[],"cards":[{"idShort":1,
            "idList":"l","idChecklists":[],"dateLastActivity":"2026-01-01T00:00:00.000Z",
            "name":"a","labels":[{"id":"t","name":"\##(label)"}]}],"labels":[{"id":"t","name":"\##(label)"}]}
            """##
        }
        let failure = "so the import into deck fails\n"
        for (text, finding, status) in [
            (board(long, "L", "t"), "board.json:1:1: the board's name is longer than 100 characters, \(failure)", 1),
            (
                board("B", "L", long),
                "board.json:1:159: this card has 'labels' with names longer than 100 characters, \(failure)", 1
            ),
            (
                board("B", long, "t"),
                "board.json:1:159: warning: card 1 \"a\": deck drops: the card itself (its list's title is "
                    + "longer than 100 characters)\n", Int32(0)
            ), (board(String(long.dropLast()), String(long.dropLast()), String(long.dropLast())), "", 0),
        ] {
            let outcome = try await Scenario().file("board.json", text).run(
                "cards", "--check", "--for", "deck", "board.json"
            ).stdout("").exits(status)
            let place = outcome.errorText.replacing(/json:1:[0-9]+: (?=this|warning)/, with: "json:1:159: ")
            #expect(
                place == finding
                    + "board.json: 1 card checked for deck, \(finding.isEmpty ? 0 : 1) finding\(finding.isEmpty ? "s" : "")\n"
            )
        }
    }

    /// See M2 and L1 of issue 49: Vikunja counts separators without regard to quotation marks, and commas in labels
    /// became blanks without a word.
    @Test func whatCSVImportersChange() async throws {
        func board(_ text: String, _ label: String) -> String {
            """
            {"name":"B","lists":[{"id":"l","name":"L"}],"cards":[{"idShort":1,"idList":"l","name":"a",
            "desc":"\(text)","labels":[{"id":"t","name":"\(label)"}]}]}
            """
        }
        let pipes = String(repeating: "|", count: 60)
        let guess = """
            board.json:1:1: warning: vikunja may mistake '|' for the column separator
              hint: choose the comma as the separator in the import dialog

            """
        let scenario = try Scenario().file("board.json", board(pipes, "t"))
        try await scenario.run("cards", "--check", "--for", "vikunja", "board.json").stdout("").stderr(
            guess + "board.json: 1 card checked for vikunja, 1 finding\n"
        ).exits(0)
        try await scenario.run("-q", "cards", "--to", "vikunja", "board.json", "-o", "v.csv").stdout("").stderr(guess)
            .exits(0)
        // Only the first three lines count.
        for text in ["|", "\\n\\n" + pipes] {
            try await Scenario().file("board.json", board(text, "t")).run(
                "cards", "--check", "--for", "vikunja", "board.json"
            ).stdout("").stderr("board.json: 1 card checked for vikunja, 0 findings\n").exits(0)
        }
        for (importer, label, change) in [
            ("vikunja", "a, b", "commas in labels"), ("linear", "a, b", "commas in labels"),
            ("kanboard", "a, b", "commas in labels"), ("gitlab", #"a\"b"#, "quotation marks in labels"),
        ] {
            try await Scenario().file("board.json", board("d", label)).run(
                "cards", "--check", "--for", importer, "board.json"
            ).stdout("").exits(0).stderr(
                """
                board.json:1:54: warning: card 1 "a": \(importer) drops: \(change)
                board.json: 1 card checked for \(importer), 1 finding

                """)
        }
    }

    /// Each of its formats reports what a tracker without a public importer drops, by its documentation.
    @Test(arguments: [
        ("jira", "jira.csv", "all members except the first, cover, votes"),
        ("github", "github.jsonl", "members, start date, due date, cover, votes"),
        ("github", "github.csv", "members, start date, due date, cover, votes"),
    ]) func whatDocumentedTrackersDrop(_ importer: String, _ file: String, _ parts: String) async throws {
        let board = #"""
            {"name":"B #","members":[{"id":"m","fullName":"Ada"},{"id":"n","fullName":"Bo"}],"lists":[{"id":"l","name":"L"}],
            "cards":[{"idShort":1,"idList":"l","name":"a","idMembers":["m","n"],"start":"2026-01-01T00:00:00.000Z",
            "due":"2026-01-02T00:00:00.000Z","badges":{"votes":1},"cover":{"color":"red"}}]}
            """#
        let scenario = try Scenario().file("board.json", board)
        let finding = "board.json:2:10: warning: card 1 \"a\": \(importer) drops: \(parts)\n"
        try await scenario.run("cards", "--check", "--for", importer, "board.json").stdout("").exits(0).stderr(
            finding + "board.json: 1 card checked for \(importer), 1 finding\n")
        try await scenario.run("cards", "--to", importer, "board.json", "-o", file).stderr(finding).exits(0)
    }

    /// See M3 of issue 49: a check and an export of nothing passed if they were for an importer.
    @Test(arguments: Importers.all) func nothingForAnImporter(_ importer: String) async throws {
        let board =
            #"{"name":"x","lists":[],"labels":[],"checklists":[],"actions":[],"members":[],"prefs":{},"cards":[]}"#
        let scenario = try Scenario().file("board.json", board).file("other.json", "{}")
        let check = ["cards", "--check", "--for", importer]
        let to = ["cards", "--to", importer]
        try await scenario.run(check + ["board.json"]).stdout("").exits(1).stderr(
            """
            devtool: board.json: the board or the selection has no cards to check
              hint: add '--allow-empty' to allow this

            """)
        try await scenario.run(check + ["--allow-empty", "board.json"]).stdout("").exits(0).stderr(
            "board.json: 0 cards checked for \(importer), 0 findings\n")
        let file = Importers.readingTheExport.contains(importer) ? "out.json" : "out.csv"
        for output in [[], ["-o", file], ["-o", "out/"]] {
            try await scenario.run(to + ["board.json"] + output).stdout("").exits(1).stderr(
                """
                devtool: board.json: the board or the selection has no cards to export
                  hint: add '--allow-empty' to allow this

                """
            ).file(file, nil)
        }
        try await scenario.run(to + ["--allow-empty", "board.json"]).exits(0)
        for arguments in [check, to, to + ["--allow-empty"]] {
            try await scenario.run(arguments + ["other.json"]).stdout("").exits(65).stderr(
                "devtool: other.json: not a board with cards\n")
        }
        try await scenario.run(check + ["--allow-empty", "other.json"]).stdout("").stderr("").exits(0)
        for arguments in [check, to + ["-o", "out/"]] {
            try await scenario.run(arguments + ["board.json", "--list", "Nope"]).stdout("").exits(65).stderr(
                "devtool: board.json: no list named 'Nope'\n")
        }
    }

    @Test func notOneBoard() async throws {
        for text in [#"[{"cards":[]},{"cards":[]}]"#, #"[{"idShort":1,"name":"a"}]"#] {
            try await Scenario().stdin(text).run("cards", "--to", "planka").stdout("").exits(65).stderr(
                "devtool: <stdin>: planka requires an export of a single board\n")
        }
    }

    private static func second(_ name: String) -> String {
        ##"""
        {"id":"b2","name":"Second","lists":[{"id":"l2","name":"L2"}],
        "customFields":[{"id":"g1","name":"Cost","type":"number"},{"id":"g2","name":"Team","type":"text"}],
        "cards":[{"id":"d1","idShort":7,"idList":"l2","name":"\##(name)",
        "customFieldItems":[{"idCustomField":"g2","value":{"text":"Red"}},{"idCustomField":"g1","value":{"number":"5"}}]}]}
        """##
    }

    /// Several boards are one table, with the custom fields of all, those of one name in one column.
    @Test func oneTable() async throws {
        let first = ##"""
            {"id":"b1","name":"First #","lists":[{"id":"l1","name":"L1"}],
            "customFields":[{"id":"f1","name":"Cost","type":"number"}],
            "cards":[{"id":"c1","idShort":1,"idList":"l1","name":"Plan",
            "customFieldItems":[{"idCustomField":"f1","value":{"number":"3"}}]}]}
            """##
        let scenario = try Scenario().file("in/a.json", first).file("in/b.json", Self.second("Ship")).file(
            "in/other.json", "{}")
        try await scenario.run("cards", "in", "-o", "all.csv").stdout("").stderr(
            "2 exports written, 1 other file skipped\n"
        ).exits(0)
        let rows = scenario.folder.text("all.csv")?.components(separatedBy: "\r\n") ?? []
        #expect(rows.count == 4)
        #expect(rows[0].hasSuffix(",Card #,Cost,Team"))
        #expect(rows[1].hasPrefix("c1,#1 Plan,") && rows[1].hasSuffix(",1,3,"))
        #expect(rows[2].hasPrefix("d1,Ship,") && rows[2].hasSuffix(",7,5,Red"))
        for (format, name, lines) in [
            ("jira", "j.csv", 3), ("linear", "l.csv", 3), ("json", "all.ndjson", 2), ("import", "i.csv", 3),
        ] {
            try await scenario.run("-q", "cards", "in/a.json", "in/b.json", "--to", format, "-o", name).exits(0)
            let text = scenario.folder.text(name) ?? ""
            #expect(text.split(whereSeparator: \.isNewline).count >= lines, "\(name)")
            #expect(text.contains("Plan") && text.contains("Ship"))
        }
        let table = try await scenario.run("-q", "cards", "in/a.json", "in/b.json", "--to", "csv").exits(0)
        #expect(table.outputText == scenario.folder.text("all.csv"))
        // One that cannot be read leaves what was there.
        try await scenario.file("in/c.json", #"{"idOrganization":"x","cards":[{"#).run(
            "cards", "in/a.json", "in/c.json", "-o", "all.csv"
        ).exits(65).file("all.csv", table.outputText)
    }

    /// See issue 49: the first failure ended the run, although every file is processed.
    @Test(arguments: [["-o", "all.csv"], ["--to", "csv"]]) func everyFailureOfATable(_ options: [String]) async throws {
        let scenario = try Scenario().file("a.json", Self.second("Ship")).file("c.json", "{}").file(
            "d.json", #"{"cards":[}"#)
        try await scenario.run(["cards", "missing.json", "a.json", "c.json", "d.json"] + options).stdout("").exits(66)
            .stderr(
                """
                devtool: cannot read 'missing.json': No such file or directory
                devtool: c.json: not a board with cards
                d.json:1:11: expected a value or ']', found '}'
                {"cards":[}
                          ^

                """)
        #expect(scenario.folder.names == ["a.json", "c.json", "d.json"])
        try await scenario.file("b.json", Self.second("Land")).run(
            ["cards", "a.json", "b.json", "--list", "L3"] + options
        ).stdout("").exits(65).stderr("devtool: no list named 'L3' in any export\n  hint: did you mean 'L2'?\n")
        try await scenario.file("empty/c.json", "{}").run(["cards", "--allow-empty", "empty"] + options).stdout("")
            .exits(66).stderr("devtool: no exports found, 1 other file skipped\n")
    }

    @Test func journalsInAFolder() async throws {
        let first = ##"{"name":"A #","cards":[{"idShort":1,"name":"#1 a"},{"idShort":2,"name":"b"}]}"##
        let second = first.replacing("\"b\"", with: "\"c\"")
        let scenario = try Scenario().file("in/a.json", first).file("in/x/b.json", second).file("in/n.json", "{}")
        try await scenario.run("cards", "-i", "in", "--journal", "journals/").stdout("").exits(0).stderr(
            "2 cards numbered in 2 exports, 1 other file skipped\n")
        #expect(scenario.folder.text("journals/x/b.journal")?.contains("cards-journal") == true)
        #expect(scenario.folder.text("in/a.json") != first)
        try await scenario.run("cards", "-i", "in", "--undo", "--journal", "journals/", "--all").exits(0).stderr(
            "removed the numbers from 2 cards in 2 exports, 1 other file skipped\n"
        ).file("in/a.json", first).file("in/x/b.json", second)
    }

    @Test func aNoteForObsidian() async throws {
        let board = ##"""
            {"name":"B #","lists":[{"id":"l","name":"Doing (5)","pos":1},{"id":"e","name":"Empty","pos":2},
            {"id":"o","name":"Old","closed":true,"pos":3}],"cards":[
            {"id":"c","idShort":1,"idList":"l","name":"Plan","desc":"# Why\n\nbecause","dueComplete":true,
             "labels":[{"name":"soon"}],"due":"2026-03-01T00:00:00.000Z"},
            {"idShort":2,"idList":"l","name":"Gone","closed":true},{"idShort":3,"idList":"o","name":"Older"}],
            "checklists":[{"idCard":"c","name":"Steps","checkItems":[{"name":"**one**","state":"complete"}]}]}
            """##
        try await Scenario().stdin(board).run("cards", "--to", "obsidian").stderr("").exits(0).stdout(
            ##"""
            ---

            kanban-plugin: board

            ---

            ## Doing (5\)

            - [x] #1 Plan · soon · due 2026-03-01

              # Why

              because

              ## Steps

              - [x] **one**

            ## Empty


            ***

            ## Archive

            - [ ] #2 Gone
            - [ ] #3 Older

            """##)
    }
}
