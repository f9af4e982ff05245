import SystemPackage
import TestSupport
import Testing

/// `devtool cards --to` as a user sees it.
@Suite struct CardsExportScenarios {
    private static let board = ##"""
        {"name":"Roadmap #","lists":[{"id":"l","name":"Next"}],"cards":[
        {"idShort":2,"idList":"l","pos":2,"name":"=Build","due":"2026-03-01T09:30:00.000Z"},
        {"idShort":1,"idList":"l","pos":1,"name":"Plan","labels":[{"name":"soon","color":"green"}]}]}
        """##

    private static let markdown = """
        # Roadmap \\#

        ## Next

        - [ ] #1 Plan · soon
        - [ ] #2 =Build · due 2026-03-01

        """

    @Test func table() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", "--to", "table").stdout(
            """
            Roadmap #

            Next (2)
              #1  Plan  [soon]
              #2  =Build  due 2026-03-01

            """
        ).stderr("").exits(0)
    }

    @Test func standardInputToMarkdown() async throws {
        try await Scenario().stdin(Self.board).run("cards", "-", "--to", "markdown").stdout(Self.markdown).stderr("")
            .exits(0)
    }

    @Test func jsonLines() async throws {
        try await Scenario().file("board.json", Self.board).run("cards", "board.json", "--to=json").stdout(
            """
            {"number":1,"title":"#1 Plan","list":"Next","labels":[{"name":"soon",\
            "color":"green"}],"due":null,"url":null,"members":[],"complete":false,\
            "archived":false,"board":"Roadmap #","id":null,"listId":"l","boardId":null,\
            "position":1.0,"description":"","start":null,"lastActivity":null,"template":false,\
            "cover":null,"location":null,"votes":0,"voters":[],"checklists":[],"attachments":[],\
            "customFields":[],"comments":[],"commentCount":0}
            {"number":2,"title":"#2 =Build","list":"Next","labels":[],\
            "due":"2026-03-01T09:30:00.000Z","url":null,"members":[],"complete":false,\
            "archived":false,"board":"Roadmap #","id":null,"listId":"l","boardId":null,\
            "position":2.0,"description":"","start":null,"lastActivity":null,"template":false,\
            "cover":null,"location":null,"votes":0,"voters":[],"checklists":[],"attachments":[],\
            "customFields":[],"comments":[],"commentCount":0}

            """
        ).stderr("").exits(0)
    }

    @Test(arguments: [(["--raw-csv"], "=Build"), ([], "'=Build")]) func csvToAFile(_ options: [String], _ title: String)
        async throws
    {
        let unmarked = Self.board.replacing("Roadmap #", with: "Roadmap")
        let outcome = try await Scenario().file("board.json", unmarked).run(
            ["cards", "board.json", "--to", "csv", "-o", "board.csv"] + options
        ).stdout("").exits(0)
        let lines = outcome.folder.text("board.csv")?.split(separator: "\r\n")
        #expect(lines?.count == 3)
        #expect(lines?.last == ",\(title),,,,,2026-03-01T09:30:00.000Z,0,,0,0,0,0,,l,Next,,Roadmap,false,,false,2")
    }

    /// See issue 15: `board.csv` was JSON.
    @Test(arguments: [
        ("board.csv", "csv"), ("board.xml", "xml"), ("b.HTML", "html"), ("b.htm", "html"), ("b.md", "markdown"),
        ("b.markdown", "markdown"), ("b.ndjson", "json"), ("b.jsonl", "json"), ("b.txt", "table"),
        ("other/x.csv", "csv"),
    ]) func theNameOfTheOutputChooses(_ name: String, _ format: String) async throws {
        let scenario = try Scenario().file("board.json", Self.board).file("other/y", "")
        let expected = try await scenario.run("cards", "board.json", "--to", format).outputText
        try await scenario.run("cards", "board.json", "-o", name).stdout("").stderr("").exits(0).file(name, expected)
    }

    @Test func whatTheNameOfTheOutputLeavesOpen() async throws {
        let scenario = try Scenario().file("board.json", Self.board).file("x.csv/y", "")
        let export = try await scenario.run("cards", "board.json").outputText
        for name in ["b.json", "b", ".csv"] {
            try await scenario.run("cards", "board.json", "-o", name).exits(0).file(name, export)
        }
        try await scenario.run("cards", "board.json", "-o", "x.csv").exits(0).file("x.csv/board.json", export)
        // See issue 21: JSON was written under any name.
        for name in ["b.bak", "b.pdf", "b.csv.gz"] {
            try await scenario.run("cards", "board.json", ".", "-o", name).stdout("").exits(64).file(name, nil)
            try await scenario.run("cards", "board.json", "-o", name).stdout("").exits(64).file(name, nil).stderr(
                """
                devtool: cannot determine the format of '\(name)': unknown extension
                  hint: use .json for the export itself, .csv for a spreadsheet, or another known extension: \
                .txt, .csv, .xml, .md, .markdown, .ndjson, .jsonl, .html, .htm; or add '--to'

                """)
        }
        // What is said counts more than a name.
        let page = try await scenario.run("cards", "board.json", "--to", "html").outputText
        try await scenario.run("cards", "board.json", "--to", "html", "-o", "b.csv").exits(0).file("b.csv", page)
        let csv = try await scenario.run("cards", "board.json", "--to=csv", "--raw-csv").outputText
        try await scenario.run("cards", "board.json", "--raw-csv", "-o", "raw.csv").exits(0).file("raw.csv", csv)
        try await scenario.run("cards", "board.json", "-o", "b.xml", "--journal", "j").exits(64).file("b.xml", nil)
            .file("j", nil)
    }

    /// See issue 15: what has no position was shown by its identifier.
    @Test(arguments: ["table", "markdown", "html", "csv", "xml", "json"]) func withoutPositionsTheOrderIsThatOfTheFile(
        _ format: String
    ) async throws {
        let board = ##"""
            {"name":"B","lists":[{"id":"z","name":"first"},{"id":"a","name":"second"}],"cards":[
            {"id":"9","idShort":1,"idList":"z","name":"one"},{"id":"1","idList":"z","name":"two"},
            {"id":"0","idList":"a","name":"three"},{"id":"5","idList":"y","name":"four"},
            {"id":"4","idList":"b","name":"five"}],"checklists":[
            {"idCard":"9","name":"y","checkItems":[{"name":"q"},{"name":"p"}]},
            {"idCard":"9","name":"x","checkItems":[]}]}
            """##
        let text = try await Scenario().stdin(board).run("cards", "-", "--to", format).exits(0).outputText
        var rest = text[...]
        for word in ["one", "two", "three", "four", "five"] {
            let place = rest.firstRange(of: word)
            #expect(place != nil, "\(word) in \(text)")
            rest = rest[(place?.upperBound ?? rest.startIndex)...]
        }
        if format == "markdown" { #expect(text.contains("  - y\n    - [ ] q\n    - [ ] p\n  - x\n")) }
    }

    /// See issue 21: a terminal was flooded with JSON.
    @Test func aTerminalShowsATable() async throws {
        let scenario = try Scenario().file("board.json", Self.board).variable("NO_COLOR", "1")
        let table = try await scenario.run("cards", "board.json", "--to", "table").outputText
        try await scenario.onTerminal(typing: "", "cards", "board.json").stdout(
            table + """
                devtool: note: showing a table because standard output is a terminal
                  hint: add '-o FILE' to write the export, or '-o -' to show its JSON here

                """
        ).exits(0)
        let export = try await scenario.run("cards", "board.json").outputText
        try await scenario.onTerminal(typing: "", "cards", "board.json", "-o", "-").stdout(export).exits(0)
    }

    /// What undoing would do is seen in the titles; a journal is not to be used up for nothing.
    @Test func aTerminalShowsWhatIsUndone() async throws {
        let scenario = try Scenario().file("board.json", Self.board).variable("NO_COLOR", "1")
        try await scenario.run("cards", "-i", "board.json", "--journal", "j.json").exits(0)
        let diff = try await scenario.run("cards", "--undo", "--diff", "board.json").outputText
        let outcome = try await scenario.onTerminal(typing: "", "cards", "--undo", "board.json").exits(0)
        #expect(outcome.outputText.replacing("\r", with: "").contains(diff))
        #expect(
            outcome.outputText.contains(
                "note: showing the titles before and after because standard output is a terminal"))
        try await scenario.onTerminal(typing: "", "cards", "--undo", "--journal", "j.json", "board.json").stdout(
            """
            devtool: '--undo' with '--journal' writes the export, but standard output is a terminal
              hint: add '--in-place' or '-o FILE', or '-o -' to show its JSON here

            """
        ).exits(64)
    }

    @Test func importersOfTrackers() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        for (format, name, start) in [
            ("jira", "j.csv", "Summary,Issue Type,"), ("gitlab", "g.csv", "title,description,"),
            ("gitlab", "g.jsonl", #"{"title":"#), ("github", "h.jsonl", #"{"issue":{"title":"#),
            ("github", "h.csv", "title,body,"), ("linear", "l.csv", "Id,Team,Title,"),
            ("import", "i.csv", "Title,Description,List,"), ("vikunja", "v.csv", "Title,Desc"),
            ("kanboard", "k.csv", "Reference,Title,Description,"),
            ("obsidian", "o.md", "---\n\nkanban-plugin: board\n\n---\n\n## "),
        ] {
            try await scenario.run("cards", "board.json", "--to", format, "-o", name).stdout("").exits(0)
            #expect(scenario.folder.text(name)?.hasPrefix(start) == true, "\(name)")
        }
    }

    @Test func theSchemaOfALine() async throws {
        let outcome = try await Scenario().run("cards", "--to", "json", "--schema").exits(0)
        #expect(outcome.outputText.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/"))
        try await Scenario().run("cards", "--to", "json", "--schema", "-o", "s.json").stdout("").exits(0).file(
            "s.json", outcome.outputText)
        for options in [["--schema"], ["--schema", "--to", "csv"], ["--to=json", "--schema", "x"]] {
            try await Scenario().run(["cards"] + options).stdout("").exits(64)
        }
    }

    @Test func markdownToAFolder() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.run("cards", "board.json", "--to", "markdown", "-o", "out/").stdout("").stderr("").exits(0)
            .file(
                "out/Next/2 =Build.md",
                """
                ---
                title: "=Build"
                number: 2
                board: "Roadmap #"
                list: "Next"
                due: 2026-03-01T09:30:00Z
                complete: false
                archived: false
                ---

                # #2 =Build

                """)
        #expect(scenario.folder.text("out/Next/1 Plan.md")?.contains("labels: [\"soon\"]") == true)
    }

    /// See issue 21: every run touched every file, which Git and Obsidian then look at again.
    @Test func aFolderIsBroughtUpToDate() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        let arguments = ["cards", "board.json", "--to", "markdown", "-o", "out/"]
        // What replaces a file is another one.
        func identity(_ name: String) throws -> Inode {
            try scenario.folder.path.appending("out/Next/\(name).md").stat().inode
        }
        try await scenario.run(arguments).exits(0)
        let (plan, build) = try (identity("1 Plan"), identity("2 =Build"))
        try await scenario.file("board.json", Self.board.replacing("soon", with: "now!")).run(arguments).stdout("")
            .stderr("").exits(0)
        #expect(try identity("2 =Build") == build)
        #expect(try identity("1 Plan") != plan)
        #expect(scenario.folder.text("out/Next/1 Plan.md")?.contains(#"labels: ["now!"]"#) == true)
        #expect(scenario.folder.path.appending("out/Next").names == ["1 Plan.md", "2 =Build.md"])
    }

    /// See E10: notes of the user that had a card's name were replaced without a word.
    @Test func aFolderWithFilesOfOthers() async throws {
        let board = Self.board.replacing(#""pos":1"#, with: #""pos":1,"id":"5f3a91c2""#)
        let arguments = ["cards", "board.json", "--to", "markdown", "-o", "out/"]
        let scenario = try Scenario().file("board.json", board)
        try await scenario.run(arguments).exits(0)
        let plan = "out/Next/1 Plan.md"
        try #require(scenario.folder.text(plan)?.contains("\nid: \"5f3a91c2\"\n") == true)
        try await scenario.file(plan, "# My own plan\n").file("out/Next/2 =Build.md", "").run(arguments).stdout("")
            .stderr(
                """
                devtool: 'out/Next/1 Plan.md' already exists; not changed
                devtool: 'out/Next/2 =Build.md' already exists; not changed
                  hint: move it or edit it by hand

                """
            ).exits(73).file(plan, "# My own plan\n").file("out/Next/2 =Build.md", "")
    }

    /// See S1 and L2 of issue 49: the name of an attachment was dropped if it had an address, and a description that
    /// begins with a link was made a quotation.
    @Test func namesWithAddresses() async throws {
        let names = [
            "Minutes of https://b.example/x meeting", "see http://a.b", "https://e.example/q", "Plain", "", " ",
            "(https://c.example)", "1. http://d.example",
        ]
        let files = names.map { ##"{"name":"\##($0)","url":"https://e.example/q"}"## }
        let board = ##"""
            {"name":"B","lists":[{"id":"l","name":"L"}],"cards":[{"id":"5f000000aaaaaaaaaaaaaaaa","idShort":7,
            "idList":"l","name":"Fix","desc":"<https://x.example> hi\n<3\n<a@b.example>",
            "attachments":[\##(files.joined(separator: ","))]}]}
            """##
        try await Scenario().stdin(board).run("-q", "cards", "--to", "obsidian").stderr("").exits(0).stdout(
            """
            ---

            kanban-plugin: board

            ---

            ## L

            - [ ] Fix

              <https://x.example> hi
              <3
              <a@b.example>

              ## Attachments

              - Minutes of <https://b.example/x> meeting · <https://e.example/q>
              - see <http://a.b> · <https://e.example/q>
              - <https://e.example/q>
              - [Plain](<https://e.example/q>)
              - <https://e.example/q>
              - <https://e.example/q>
              - [(https://c.example)](<https://e.example/q>)
              - 1\\. <http://d.example> · <https://e.example/q>

            """)
        // What may be an HTML block is quoted, as it would take what follows.
        for tag in ["<div>", "</p>", "<!-- a", "<?", "<table class=\\\"a\\\"", "<pre"] {
            let outcome = try await Scenario().stdin(board.replacing("<https://x.example>", with: tag)).run(
                "cards", "--to", "obsidian"
            ).exits(0)
            #expect(outcome.outputText.contains("  > \(tag.replacing("\\", with: "")) hi\n"))
        }
    }

    /// See issue 21: there was neither a folder nor a word.
    @Test func aFolderOfNothing() async throws {
        let scenario = try Scenario().file("board.json", "{}")
        try await scenario.run("cards", "board.json", "--to", "markdown", "-o", "out/").stdout("").stderr(
            "devtool: board.json: not a board with cards\n"
        ).exits(65)
        #expect(scenario.folder.names == ["board.json"])
    }

    /// The table and the page show numbers, the others only in titles, and say so.
    @Test(arguments: [
        "table", "html", "csv", "xml", "markdown", "json", "obsidian", "import", "jira", "gitlab", "github", "linear",
        "kanboard",
    ]) func numbersOfABoardThatIsNotMarked(format: String) async throws {
        let scenario = try Scenario().file("b.json", #"{"name":"B","cards":[{"id":"c","idShort":1,"name":"A"}]}"#)
        let plain = try await scenario.run("cards", "b.json", "--to", format, "-o", "-").exits(0)
        let showsNumbers = ["table", "html"].contains(format)
        #expect(plain.outputText.contains("#1") == showsNumbers, "\(plain.outputText)")
        #expect(
            plain.errorText.contains(
                """
                note: b.json: the board's title does not end in '#', so no cards were numbered
                  hint: use '--all' for boards without '#'

                """) != showsNumbers, "\(plain.errorText)")
        let all = try await scenario.run("-q", "cards", "--all", "b.json", "--to", format, "-o", "-").exits(0)
        #expect(all.outputText.contains("#1"), "\(all.outputText)")
    }

    /// An export of nothing is no success, and takes no file's place.
    @Test(arguments: [["-o", "out.csv"], ["--to", "markdown", "-o", "out/"], ["--to", "html"]]) func noCards(
        _ options: [String]
    ) async throws {
        let board = #"{"name":"B","lists":[{"id":"l","name":"Empty"}],"cards":[]}"#
        let scenario = try Scenario().file("board.json", board)
        try await scenario.run(["cards", "board.json"] + options).stdout("").exits(1).stderr(
            """
            devtool: board.json: the board or the selection has no cards to export
              hint: add '--allow-empty' to allow this

            """)
        #expect(scenario.folder.names.filter { $0.contains("out") }.allSatisfy { $0 == "out" })
        try await scenario.run(["-q", "cards", "board.json", "--allow-empty"] + options).stderr("").exits(0)
        // Of several exports some may be empty.
        try await scenario.file("other.json", board).run("cards", "board.json", "other.json", "--to", "json").stdout("")
            .stderr(
                """
                2 exports written
                devtool: note: none of the exports has a board whose title ends in '#', so no cards were numbered
                  hint: use '--all' for boards without '#'

                """
            ).exits(0)
        try await scenario.run("cards", "board.json", "--allow-empty").stdout("").exits(64).stderr(
            """
            devtool: '--allow-empty' requires '--check' or '--to'
              hint: run 'devtool cards --help' for usage

            """)
    }

    @Test func pageWithoutALibrary() async throws {
        let board = Self.board.replacing("\"pos\":1", with: "\"pos\":1,\"desc\":\"**<b>**\"")
        let outcome = try await Scenario().file("board.json", board).withoutLibraries().run(
            "cards", "board.json", "-o", "board.html"
        ).stdout("").exits(0)
        #expect(
            outcome.errorText.hasPrefix("devtool: warning: Markdown is shown as plain text: cannot open libcmark-gfm: ")
        )
        #expect(
            outcome.errorText.hasSuffix(
                """

                  hint: Debian: apt-get install '^libcmark-gfm(-extensions)?0'

                """))
        let page = outcome.folder.text("board.html") ?? ""
        #expect(page.contains("<div class=\"prose plain\" dir=\"auto\">**&lt;b&gt;**</div>"))
    }

    @Test(arguments: ["xml", "html"]) func documents(_ format: String) async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run("cards", "board.json", "--to", format)
            .stderr("").exits(0)
        #expect(outcome.outputText.contains(format == "xml" ? ">#2 =Build<" : ">=Build<"))
    }

    @Test func colorsOnDemand() async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run(
            "--color", "always", "cards", "board.json", "--to", "table"
        ).stderr("").exits(0)
        #expect(outcome.outputText.contains("\u{1B}[38;5;16;48;5;78m soon \u{1B}[0m"))
    }

    @Test func severalToAFolder() async throws {
        try await Scenario().file("a.json", Self.board).file("b.json", Self.board).run(
            "cards", "a.json", "b.json", "--to", "markdown", "--list", "Next", "-o", "out/"
        ).stdout("").exits(0).file("out/a.json", nil).file("out/a.md", nil)
        let scenario = try Scenario().file("a.json", Self.board).file("b.json", Self.board)
        try await scenario.run("cards", "a.json", "b.json", "--to", "table", "-o", "out").exits(0)
        #expect(scenario.folder.text("out/a.txt") == scenario.folder.text("out/b.txt"))
        try await scenario.run("cards", "a.json", "b.json", "--to", "markdown", "-o", "out/").exits(0)
        #expect(scenario.folder.text("out/a/Next/1 Plan.md") == scenario.folder.text("out/b/Next/1 Plan.md"))
        #expect(scenario.folder.text("out/a/Next/1 Plan.md") != nil)
    }

    @Test func severalToStandardOutput() async throws {
        let scenario = try Scenario().file("a.json", Self.board).file("b.json", Self.board)
        try await scenario.run("cards", "a.json", "b.json", "--to", "markdown").stdout(Self.markdown + Self.markdown)
            .exits(0)
        try await scenario.run("cards", "a.json", "b.json", "--to", "xml").stdout("").stderr(
            """
            devtool: cannot write several exports to one document with --to xml
              hint: write them to a folder with --output

            """
        ).exits(64)
    }

    @Test(arguments: [("open", "#1 Plan"), ("archived", "#2 Old")]) func onlyCardsOfAState(
        _ state: String, _ title: String
    ) async throws {
        let board = ##"""
            {"name":"B #","lists":[{"id":"l","name":"L"}],"cards":[
            {"idShort":1,"idList":"l","name":"Plan"},
            {"idShort":2,"idList":"l","name":"Old","closed":true}]}
            """##
        try await Scenario().stdin(board).run("cards", "-", "--to", "markdown", "--only", state).stdout(
            "# B \\#\n\n## L\n\n- [ ] \(title)\n"
        ).stderr("").exits(0)
    }

    @Test func xmlWithoutALibrary() async throws {
        try await Scenario().file("board.json", Self.board).withoutLibraries().run(
            "cards", "board.json", "--to", "xml", "-o", "board.xml"
        ).stdout("").stderr(
            """
            devtool: cannot open libxml2: [DIR]/lib/libxml2.so.2: file too short
              hint: install it, or use --to json

            """
        ).exits(69).file("board.xml", nil)
    }

    @Test func malformedInputWritesNothing() async throws {
        try await Scenario().file("board.json", #"{"name":"Roadmap #","cards":[}"#).run(
            "cards", "board.json", "--to", "html", "-o", "board.html"
        ).stdout("").exits(65).file("board.html", nil)
    }

    @Test(arguments: [["--to", "pdf"], ["--to", "csv", "-i"], ["--raw-csv"], ["--to", "xml", "--raw-csv"]])
    func wrongUsage(_ options: [String]) async throws {
        let outcome = try await Scenario().file("board.json", Self.board).run(["cards", "board.json"] + options).stdout(
            ""
        ).exits(64).file("board.json", Self.board)
        #expect(outcome.errorText.contains("hint: run 'devtool cards --help' for usage"))
    }
}
