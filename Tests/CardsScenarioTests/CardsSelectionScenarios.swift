import TestSupport
import Testing

/// `devtool cards` with a choice of boards, lists and cards, and with other spellings.
@Suite struct CardsSelectionScenarios {
    @Test(arguments: [
        (["--only", "open"], export(plan: "#1 Plan", build: "#3 Build")),
        (["--only", "archived"], export(old: "#2 Old")),
        (["--only", "all"], export(plan: "#1 Plan", old: "#2 Old", build: "#3 Build")),
        (["--list", "Doing"], export(build: "#3 Build")),
        (["--list", "To do", "--only=open"], export(plan: "#1 Plan")),
        (["--board", "Road map", "--list=Doing"], export(build: "#3 Build")),
        (["--board", "Road map #"], export(plan: "#1 Plan", old: "#2 Old", build: "#3 Build")),
        (["--board", "Other"], export()), (["--board", "Other", "--all"], export(other: "#1 Other")),
        (["--all", "--only", "archived"], export(old: "#2 Old")),
        (["--prefix", "APP-"], export(plan: "APP-1 Plan", old: "APP-2 Old", build: "APP-3 Build")),
        (["--format", "[{number}] "], export(plan: "[1] Plan", old: "[2] Old", build: "[3] Build")),
        (
            ["--format", #""{number}"\ "#],
            export(plan: #"\"1\"\\ Plan"#, old: #"\"2\"\\ Old"#, build: #"\"3\"\\ Build"#)
        ),
    ]) func numbers(_ options: [String], _ expected: String) async throws {
        try await Scenario().file("board.json", export()).run(["cards", "board.json"] + options).stdout(expected).exits(
            0)
        try await Scenario().stdin(expected).run(["cards"] + options).stdout(expected).exits(0)
    }

    /// See issue 15: a name that is not there was told, and was a success all the same.
    @Test(arguments: [
        (["--list", "Dong"], "list named 'Dong'", "did you mean 'Doing'?"),
        (["--list", "Later"], "list named 'Later'", "known: To do, Doing"),
        (["--board", "Raod map"], "board named 'Raod map'", "did you mean 'Road map'?"),
        (["--board", "X", "--all"], "board named 'X'", "known: Road map, Other"),
        (["--board", "X", "--list", "Doing"], "board named 'X'", "known: Road map, Other"),
        (["--undo", "--list", "Dong"], "list named 'Dong'", "did you mean 'Doing'?"),
        (["--check", "--list", "Dong"], "list named 'Dong'", "did you mean 'Doing'?"),
        (["--diff", "--board", "Raod map"], "board named 'Raod map'", "did you mean 'Road map'?"),
        (["--to", "json", "--board", "Y"], "board named 'Y'", "known: Road map, Other"),
    ]) func aNameThatIsNotThere(_ options: [String], _ problem: String, _ hint: String) async throws {
        let scenario = try Scenario().file("board.json", export())
        for output in [[], ["-o", "out.json"], ["-i"]] {
            if !output.isEmpty, ["--check", "--diff", "--to"].contains(options[0]) { continue }
            try await scenario.run(["cards", "board.json"] + options + output).stdout("").exits(65).file(
                "board.json", export()
            ).file("out.json", nil).stderr("devtool: board.json: no \(problem)\n  hint: \(hint)\n")
        }
        try await scenario.stdin(export()).run(["-q", "cards"] + options).stdout("").exits(65)
    }

    @Test func reportsTellOfANameThatIsNotThere() async throws {
        try await Scenario().file("board.json", export()).run(
            "cards", "--check", "board.json", "--list", "Dong", "--report", "junit=r.xml"
        ).stdout("").exits(65).folder.text("r.xml").map { #expect($0.contains("no list named 'Dong'")) }
    }

    @Test func ofSeveralExportsOneMayHaveTheName() async throws {
        let scenario = try Scenario().file("a.json", export()).file(
            "b.json", ##"{"name":"B #","cards":[],"lists":[{"id":"l","name":"Done"}]}"##)
        try await scenario.run("cards", "a.json", "b.json", "-i", "--list", "Doing").exits(0).stderr(
            "1 card numbered in 1 export, 1 without the requested list\n")
        try await scenario.run("cards", "a.json", "b.json", "-i", "--list", "Dome").exits(65).stderr(
            """
            devtool: no list named 'Dome' in any export
              hint: did you mean 'Done'?
            0 cards numbered in 0 exports, 2 without the requested list

            """)
    }

    /// Otherwise the next run would not see that there is a number already.
    @Test func aFormatIsNoLongerThanWhatIsKeptOfATitle() async throws {
        let tooLong = String(repeating: "x", count: 55) + "{number}) "
        let scenario = try Scenario().file("board.json", export())
        try await scenario.run("cards", "-i", "board.json", "--format", tooLong).exits(64)
        let format = String(tooLong.dropFirst())
        try await scenario.run("cards", "-i", "board.json", "--format", format).exits(0)
        let numbered = scenario.folder.text("board.json")
        #expect(numbered != export())
        try await scenario.run("cards", "-i", "board.json", "--format", format).exits(0).file("board.json", numbered)
    }

    /// A card without a list is not in a list without an identifier.
    @Test func aListWithoutAnIdentifier() async throws {
        let board = ##"{"name":"#","cards":[{"idShort":1,"name":"Plan"}],"lists":[{"name":"Doing"}]}"##
        try await Scenario().stdin(board).run("cards", "--list", "Doing").stdout(board).exits(0)
    }

    /// The cards of an archived list are archived with it.
    @Test func cardsOfAnArchivedList() async throws {
        let board = ##"""
            {"name":"#","cards":[{"idShort":1,"idList":"l1","name":"a"},{"idShort":2,"idList":"l2","name":"b"},
            {"idShort":3,"idList":"l1","closed":true,"name":"c"}],
            "lists":[{"id":"l1","name":"Now","closed":false},{"id":"l2","name":"Old","closed":true}]}
            """##
        let scenario = try Scenario().file("b.json", board)
        for (state, numbers) in [("open", ["1"]), ("archived", ["2", "3"]), ("all", ["1", "2", "3"])] {
            var expected = board
            for (number, title) in [("1", "a"), ("2", "b"), ("3", "c")] where numbers.contains(number) {
                expected = expected.replacing("\"\(title)\"", with: "\"#\(number) \(title)\"")
            }
            try await scenario.run("cards", "b.json", "--only", state).stdout(expected).exits(0)
            let lines = try await scenario.run("cards", "b.json", "--only", state, "--to", "json").exits(0).outputText
                .split(separator: "\n")
            #expect(lines.count == numbers.count)
            #expect(lines.allSatisfy { $0.contains("\"title\":\"#") })
            let check = try await scenario.run("cards", "b.json", "--only", state, "--check").exits(1)
            #expect(check.errorText.contains("b.json: \(numbers.count) card"))
        }
        // A list that is asked for by its name is shown.
        try await scenario.run("cards", "b.json", "--list", "Old", "--to", "table").stdout(
            "#\n\nOld (1, archived)\n  #2  b\n"
        ).exits(0)
        try await scenario.run("cards", "b.json", "--list", "Old", "--only", "open", "--to", "table").stdout("").exits(
            1)
    }

    @Test func undoTakesOutWhatWasPutIn() async throws {
        let text = export(plan: "##5 Plan", old: "", build: "2 B")
        let scenario = try Scenario().file("board.json", text)
        for options in [[], ["--all"], ["--prefix", "A"], ["--format", "{number}. "]] {
            try await scenario.run(["cards", "-i", "board.json"] + options).exits(0)
            #expect(scenario.folder.text("board.json") != text)
            try await scenario.run(["cards", "-i", "--undo", "board.json"] + options).exits(0).file("board.json", text)
        }
    }
}

/// Two boards; of the first, the lists come after the cards.
private func export(plan: String = "Plan", old: String = "Old", build: String = "Build", other: String = "Other")
    -> String
{
    ##"""
    [{"name":"Road map #","cards":[
    {"idShort":1,"idList":"l1","closed":false,"name":"\##(plan)"},
    {"idShort":2,"idList":"l1","name":"\##(old)","closed":true},
    {"idShort":3,"idList":"l2","name":"\##(build)"}],
    "lists":[{"id":"l1","name":"To do"},{"id":"l2","name":"Doing"}]},
    {"name":"Other","cards":[{"idShort":1,"name":"\##(other)"}]}]
    """##
}
