import Foundation
import SystemPackage
import TestSupport
import Testing

/// What `devtool cards` does with files and folders that are not as one would wish: it says what is
/// wrong, and leaves the input alone.
@Suite struct CardsSafetyScenarios {
    private static let board = CardsScenarios.board
    private static let numbered = CardsScenarios.numbered
    private static let summary = "1 card numbered, 1 already had a number\n"

    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler"), arguments: ["--in-place", "--output=out.json"])
    func aFileThatChangesWhileItIsRead(option: String) async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        // It has been scanned, and is about to be written.
        try await scenario.trap("open", "echo >>board.json").run("cards", "board.json", option).stdout("").stderr(
            """
            devtool: 'board.json' changed while it was being read
              hint: run the command again

            """
        ).exits(74).file("board.json", Self.board + "\n")
        #expect(scenario.folder.names == ["board.json"])
    }

    /// Editors save a file by putting another in its place; up to the very last moment.
    @Test(
        .enabled(if: SystemCallTrap.shared != nil, "no C compiler"), arguments: ["open", "linkat", "renameat2"],
        [["-i"], ["-o", "board.json"], ["-i", "--backup"], ["-i", "--journal", "j"]])
    func aFileThatIsReplacedWhileItIsRead(function: String, options: [String]) async throws {
        let scenario = try Scenario().file("board.json", Self.board).file("new.json", "[]")
        try await scenario.trap(
            function, after: options.last == "j" && function != "renameat2" ? 1 : 0, "mv new.json board.json"
        ).run(["cards"] + options + ["board.json"]).stdout("").stderr(
            """
            devtool: 'board.json' changed while it was being read
              hint: run the command again

            """
        ).exits(74).file("board.json", "[]")
        // The backup is what was read, if it came to that.
        let backup = options.contains("--backup") && function == "renameat2" ? Self.board : nil
        #expect(scenario.folder.text("board.json~") == backup)
        #expect(scenario.folder.names == ["board.json"] + (backup == nil ? [] : ["board.json~"]))
    }

    /// The pipe is full long before the end, so the change comes midway.
    @Test func aFileThatChangesWhileItIsWrittenToAPipe() async throws {
        let cards = (1...100_000).map { #"{"idShort":\#($0),"name":"Plan"}"# }
        try await Scenario().file("board.json", ##"{"name":"#","cards":[\##(cards.joined(separator: ","))]}"##).shell(
            """
            mkfifo pipe
            $devtool -q cards board.json >pipe 2>error &
            { head -c 1 >/dev/null; echo >>board.json; cat >/dev/null; } <pipe
            wait $!
            echo $?
            """
        ).stdout("74\n").exits(0).file(
            "error", "devtool: 'board.json' changed while it was being read\n  hint: run the command again\n")
    }

    @Test func aPipeAsInput() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "mkfifo pipe; cat board.json >pipe & $devtool cards pipe"
        ).stdout(Self.numbered).stderr("").exits(0)
    }

    @Test func aNamedPipeCannotBeNumberedInPlace() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.shell(
            // It has no writer.
            "mkfifo pipe; $devtool cards -i pipe"
        ).stdout("").stderr("devtool: cannot edit 'pipe' in place: it is not a regular file\n").exits(73)
        #expect(scenario.folder.names == ["board.json", "pipe"])
    }

    @Test func aPipeAsOutput() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.shell(
            "mkfifo pipe; cat pipe & $devtool cards board.json -o pipe; status=$?; wait; exit $status"
        ).stdout(Self.numbered).stderr("pipe: " + Self.summary).exits(0)
        #expect(scenario.folder.names == ["board.json", "pipe"])
        #expect(try scenario.folder.path.appending("pipe").stat().type == .fifo)
    }

    @Test func aLinkStaysALink() async throws {
        let scenario = try Scenario().file("real/board.json", Self.board)
        try scenario.link("board.json", to: "real/board.json")
        try await scenario.run("cards", "-i", "board.json").stdout("").stderr("board.json: " + Self.summary).exits(0)
            .file("real/board.json", Self.numbered)
        #expect(scenario.isLink("board.json"))
        #expect(scenario.folder.path.appending("real").names == ["board.json"])
    }

    @Test func aLinkToNothing() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try scenario.link("link.json", to: "new.json")
        try await scenario.run("cards", "-i", "link.json").stdout("").stderr(
            "devtool: cannot read 'link.json': No such file or directory\n"
        ).exits(66)
        // As an output it is where the file is to be, as in a shell.
        try await scenario.run("cards", "board.json", "-o", "link.json").stdout("").stderr("link.json: " + Self.summary)
            .exits(0).file("new.json", Self.numbered)
        #expect(scenario.isLink("link.json"))
    }

    @Test func linksInACircle() async throws {
        let scenario = try Scenario().file("board.json", Self.board)
        try scenario.link("a", to: "b")
        try scenario.link("b", to: "a")
        try await scenario.run("cards", "-i", "a").stderr(
            "devtool: cannot read 'a': Too many levels of symbolic links\n"
        ).exits(66)
        try await scenario.run("cards", "board.json", "-o", "a").stderr(
            "devtool: cannot create 'a': Too many levels of symbolic links\n"
        ).exits(73)
        #expect(scenario.folder.names == ["a", "b", "board.json"])
    }

    /// The file is replaced, so its other names stay with the old one.
    @Test func otherNamesOfTheFileKeepTheOldContent() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "ln board.json other.json && $devtool -q cards -i board.json"
        ).stdout("").stderr("").exits(0).file("board.json", Self.numbered).file("other.json", Self.board)
    }

    @Test func modeIsKept() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "chmod 0640 board.json; $devtool -q cards -i board.json; stat -c %a board.json"
        ).stdout("640\n").stderr("").exits(0).file("board.json", Self.numbered)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away")) func ownerIsKept() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            """
            chown 65534:65533 board.json; chmod 6755 board.json
            $devtool -q cards -i board.json; stat -c '%u:%g %a' board.json
            """
        ).stdout("65534:65533 6755\n").stderr("").exits(0).file("board.json", Self.numbered)
    }

    /// As `sed -i` does: it is the folder's mode that counts.
    @Test func aFileThatMayNotBeWrittenIsReplaced() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            """
            chmod 0400 board.json
            \(Scenario.obedient) $devtool -q cards -i board.json; stat -c %a board.json
            """
        ).stdout("400\n").stderr("").exits(0).file("board.json", Self.numbered)
    }

    @Test func aFolderThatMayNotBeWritten() async throws {
        let scenario = try Scenario().file("boards/board.json", Self.board)
        try await scenario.shell(
            """
            chmod 0555 boards
            \(Scenario.obedient) $devtool cards -i boards/board.json; echo $?
            \(Scenario.obedient) $devtool cards boards/board.json -o boards/new.json; echo $?
            chmod 0755 boards
            """
        ).stdout("73\n73\n").stderr(
            """
            devtool: cannot replace 'boards/board.json': Permission denied
              hint: it is replaced by a new file, so its folder must be writable
            devtool: cannot create 'boards/new.json': Permission denied

            """
        ).exits(0).file("boards/board.json", Self.board)
        #expect(scenario.folder.path.appending("boards").names == ["board.json"])
    }

    @Test func aFolderThatMayNotBeRead() async throws {
        let scenario = try Scenario().file("boards/a.json", Self.numbered)
        try await scenario.file("boards/x/b.json", Self.board).shell(
            """
            chmod 0311 boards/x
            \(Scenario.obedient) $devtool cards --check boards; echo $?
            chmod 0755 boards/x
            """
        ).stdout("66\n").stderr(
            """
            devtool: cannot read 'boards/x': Permission denied
            0 cards without a number in 0 exports, 1 passed, 1 failed

            """
        ).exits(0)
    }

    /// Whoever read standard input before may have left it anywhere.
    @Test func standardInputBeyondItsEnd() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "{ dd bs=1 skip=1000 count=0 status=none; $devtool cards; } <board.json"
        ).stdout("").stderr(
            """
            <stdin>:1:1: expected a JSON value, but the input ends
              hint: the input is empty

            """
        ).exits(65)
    }

    @Test func aFileThatMayNotBeRead() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "chmod 0200 board.json; \(Scenario.obedient) $devtool cards -i board.json"
        ).stdout("").stderr("devtool: cannot read 'board.json': Permission denied\n").exits(66)
    }
}

extension Scenario {
    /// Creates a symbolic link in the scenario's folder.
    fileprivate func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending(name).string, withDestinationPath: target)
    }

    /// Whether there is a symbolic link of this name.
    fileprivate func isLink(_ name: String) -> Bool {
        (try? folder.path.appending(name).stat(followTargetSymlink: false).type) == .symbolicLink
    }
}
