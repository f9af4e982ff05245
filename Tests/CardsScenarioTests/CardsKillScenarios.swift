import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool cards` killed: the file is the old one or the new one, and the next run leaves no litter.
@Suite(.serialized) struct CardsKillScenarios {
    /// An export of about 1.5 MB.
    private static let board: String = {
        let text = String(repeating: #"Lorem \"ipsum\" dolor\nsit àmét. "#, count: 14)
        let cards = (1...3000).map { #"{"id":"5f\#($0)","idShort":\#($0),"desc":"\#(text)","name":"Card \#($0)"}"# }
        return ##"{"name":"Roadmap #","cards":[\##(cards.joined(separator: ",\n"))]}"##
    }()

    @Test(arguments: [["-i"], ["-o", "board.json"]]) func atRandomMoments(options: [String]) async throws {
        let scenario = Scenario()
        let file = URL(filePath: scenario.folder.path.appending("board.json").string)
        let arguments = ["cards", "board.json"] + options
        let old = Data(Self.board.utf8)
        try old.write(to: file)
        try await scenario.run(arguments).exits(0)
        let new = try Data(contentsOf: file)
        #expect(new.count > old.count)

        var random = SplitMix64(seed: 20_111)
        // How long a run takes, which depends on what else the machine does: so it is a guess that every
        // run corrects, until about one in eight is faster than its kill.
        var length = 0.05
        var kills = 0
        for _ in 0..<50 {
            try old.write(to: file)
            let moment = Double.random(in: 0...length, using: &random)
            if try Self.kill(arguments, in: scenario.folder, after: moment) {
                kills += 1
                length = length * 1.05
            } else {
                length = length * 0.7
            }
            let now = try Data(contentsOf: file)
            #expect(now == old || now == new, "killed after \(moment) s")
        }
        #expect(kills > 25, "the moments are within the run")
        try old.write(to: file)
        try await scenario.run(arguments).exits(0)
        #expect(try Data(contentsOf: file) == new)
        #expect(scenario.folder.names == ["board.json"])
    }

    /// Whether devtool was still there to be killed.
    ///
    /// It blocks the thread, because the moment would be a different one if other tests came first.
    private static func kill(_ arguments: [String], in folder: TemporaryFolder, after seconds: Double) throws -> Bool {
        let process = try #require(OtherProgram(Scenario.devtool)).start(
            arguments, in: folder.path, environment: ["HOME": folder.path.string, "TMPDIR": folder.path.string])
        usleep(UInt32(seconds * 1e6))
        return process.end(by: SIGKILL) == 128 + SIGKILL
    }

    /// Also in the moments that a random one hits rarely.
    @Test(
        .enabled(if: SystemCallTrap.shared != nil, "no C compiler"),
        arguments: [("open", 1), ("fsync", 1), ("linkat", 1), ("renameat2", 2)]) func atTheWorstMoments(
            function: String, files: Int
        ) async throws
    {
        let scenario = try Scenario().file("board.json", CardsScenarios.board)
        // The first to be moved is the backup.
        try await scenario.trap(function, "kill -KILL $PPID").run("cards", "-i", "board.json").stdout("").stderr("")
            .exits(128 + SIGKILL).file("board.json", CardsScenarios.board)
        #expect(scenario.folder.names.count == files)
        try await scenario.run("cards", "-i", "board.json").exits(0).file("board.json", CardsScenarios.numbered)
        #expect(scenario.folder.names == ["board.json"])
    }

    /// What is left can be of a run whose work another has done meanwhile.
    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler")) func aRunWithNothingToWriteLeavesNoLitterEither()
        async throws
    {
        let scenario = try Scenario().file("board.json", CardsScenarios.board)
        try await scenario.trap("renameat2", "kill -KILL $PPID").run("cards", "-i", "board.json").exits(128 + SIGKILL)
        #expect(scenario.folder.names.count == 2)
        try await scenario.file("board.json", CardsScenarios.numbered).run("cards", "-i", "board.json").exits(0).file(
            "board.json", CardsScenarios.numbered)
        #expect(scenario.folder.names == ["board.json"])
    }

    /// At every moment the old content is under one of the names, and an earlier backup stays until the
    /// next is complete.
    @Test(
        .enabled(if: SystemCallTrap.shared != nil, "no C compiler"),
        arguments: ["open", "fsync", "link", "linkat", "rename", "renameat2"]) func withABackup(function: String)
        async throws
    {
        let scenario = try Scenario().file("board.json", CardsScenarios.board).file("board.json~", "earlier")
        try await scenario.trap(function, "kill -KILL $PPID").run("cards", "-i", "--backup", "board.json").exits(
            128 + SIGKILL
        ).file("board.json", CardsScenarios.board).file(
            "board.json~", function == "renameat2" ? CardsScenarios.board : "earlier")
        try await scenario.run("cards", "-i", "--backup", "board.json").exits(0).file(
            "board.json", CardsScenarios.numbered
        ).file("board.json~", CardsScenarios.board)
        #expect(scenario.folder.names == ["board.json", "board.json~"])
    }

    /// Between one run's last steps another comes and goes.
    @Test(
        .enabled(if: SystemCallTrap.shared != nil, "no C compiler"), arguments: ["open", "fsync", "linkat", "rename"])
    func twoRunsAtTheSameTime(function: String) async throws {
        let other = CardsScenarios.board.replacing("Plan", with: "Play")
        let scenario = try Scenario().file("board.json", CardsScenarios.board).file("other.json", other)
        try await scenario.trap(function, "'\(Scenario.devtool)' cards other.json -o out.json 2>first").run(
            "cards", "board.json", "-o", "out.json"
        ).stdout("").stderr("out.json: 1 card numbered, 1 already had a number\n").exits(0).file(
            "first", "out.json: 1 card numbered, 1 already had a number\n"
        ).file("out.json", CardsScenarios.numbered)
        #expect(scenario.folder.names == ["board.json", "first", "other.json", "out.json"])
    }
}
