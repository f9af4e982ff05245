import Foundation
import TestSupport
import Testing

/// Limits that no other scenario reaches.
@Suite struct LimitScenarios {
    @Test func aBoardThatUnpacksToMoreThanIsTaken() async throws {
        let scenario = Scenario()
        // Half a gigabyte of blanks, and one mebibyte: the same bytes after each full flush. DeflateBomb would write 27
        // million bits one by one.
        try await scenario.shell(
            """
            python3 -c '
            import zlib
            packer = zlib.compressobj(wbits=31)
            start = packer.flush(zlib.Z_FULL_FLUSH)
            mebibyte = packer.compress(b" " * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
            open("board.gz", "wb").write(start + 513 * mebibyte)'
            """
        ).stderr("").exits(0)
        let board = try Data(contentsOf: URL(filePath: "\(scenario.folder.path)/board.gz"))
        let server = try LoopbackServer(["/board.json": .body(Array(board), fields: ["Content-Encoding: gzip"])])
        try await scenario.run("cards", server.url("/board.json")).stdout("").stderr(
            "devtool: \(server.url("/board.json")): larger than 512 MiB\n"
        ).exits(65)
    }

    @Test func manyDirectivesOfYAML() async throws {
        let directives = String(repeating: "%X y\n", count: 101)
        let outcome = try await Scenario().config("\(directives)---\nrun: {}\n").run("config")
        outcome.stdout("").exits(78)
        #expect(outcome.errorText.contains("not valid YAML: there are more than 100 directives"))
    }

    @Test func aPluginThatDescribesItselfAtLength() async throws {
        let outcome = try await Scenario().plugin(
            "long", "# --devtool-describe\nhead -c 70000 /dev/zero | tr '\\0' ' '"
        ).run("plugins")
        outcome.stderr("").exits(0)
        #expect(outcome.outputText.contains("devtool-long: broken: invalid output from --devtool-describe"))
        #expect(outcome.outputText.contains("it is longer than 65536 bytes\n"))
    }

    /// Files are completed instead, also for a plugin that does not answer within 5 seconds.
    @Test(arguments: ["yes word | head -c 70000", "echo word; exec sleep 1000"]) func aPluginThatCompletesAtLength(
        script: String
    ) async throws {
        try await Scenario().plugin("long", "# --devtool-complete\n\(script)").run("__complete", "zsh", "long", "")
            .stdout("files\n").stderr("").exits(0)
    }

    @Test func aNumberOfMoreDigitsThanAnybodyHas() async throws {
        func board(_ digits: Int, _ title: String = "x") -> String {
            let number = String(repeating: "7", count: digits)
            return ##"{"name":"#","cards":[{"idShort":\##(number),"name":"\##(title)"}]}"##
        }
        let title = "#\(String(repeating: "7", count: 9_999)) x"
        try await Scenario().file("board.json", board(9_999)).run("cards", "board.json").stdout(board(9_999, title))
            .exits(0)
        let outcome = try await Scenario().file("board.json", board(10_000)).run("cards", "board.json").stdout(
            board(10_000)
        ).exits(0)
        #expect(outcome.errorText.contains("warning: this 'idShort' is not a whole number"))
    }

    /// A schema in Liquibase's jar that is larger than any is passed over; one that may be as large is
    /// unpacked, and found not to be what the jar says.
    @Test(arguments: [((1 << 23) + 1, "/dbchangelog-4.6.xsd' is not in Liquibase's jar"), (1 << 23, "is damaged")])
    func aSchemaThatIsTooLarge(size: Int, message: String) async throws {
        let folder = "www.liquibase.org/xml/ns/dbchangelog/dbchangelog-"
        let jar = StoredZip(entries: [
            .init(folder + "4.5.xsd", Array("<schema/>".utf8)),
            .init(folder + "4.6.xsd", Array("<schema/>".utf8)).with { $0.size = size },
        ])
        let scenario = try Scenario().withScriptedJava("").file("c.xml", Scenario.changelog).file(
            "liquibase/liquibase.jar", bytes: jar.bytes)
        let outcome = try await scenario.run("migrate", "lint", "c.xml").stdout("").exits(0)
        #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    }

    @Test func moreFindingsThanAnybodyReads() async throws {
        let changeSets = (0..<2_500).map { "- changeSet: {id: \($0), author: a, changes: [{nosuchchange: {}}]}\n" }
        let outcome = try await Scenario().file("c.yaml", "databaseChangeLog:\n\(changeSets.joined())").run(
            "migrate", "lint", "c.yaml"
        ).stdout("").exits(65)
        #expect(outcome.errorText.hasSuffix("\n2500 changesets in 1 file: 2000 errors\n"))
    }
}
