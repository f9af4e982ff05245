import Foundation
import SystemPackage
import TestSupport
import Testing

/// `devtool cards` where there is no room, or no way to write.
@Suite struct CardsFullDiskScenarios {
    /// Too large for what is left in these tests.
    private static let board: String = {
        let cards = (1...40_000).map { #"{"idShort":\#($0),"name":"Plan"}"# }
        return ##"{"name":"#","cards":[\##(cards.joined(separator: ","))]}"##
    }()

    @Test(
        .enabled(if: SmallDisk.canBeMounted, "file systems cannot be mounted here"),
        arguments: ["--in-place", "--output=out.json"]) func aFullDisk(option: String) async throws
    {
        let name = option == "--in-place" ? "board.json" : "out.json"
        try await Scenario().file("board.json", Self.board).file("small/keep", "").variable("option", option).shell(
            """
            exec unshare -rm sh -c '
            mount -t tmpfs -o size=2m none small && cp board.json small && cd small || exit
            $devtool -q cards board.json $option
            echo $? $(ls -A); cmp board.json ../board.json'
            """
        ).stdout("74 board.json\n").stderr("devtool: cannot write '\(name)': No space left on device\n").exits(0)
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "file systems cannot be mounted here"))
    func noRoomForWhatComesFromAPipe() async throws {
        try await Scenario().file("board.json", Self.board).file("small/keep", "").shell(
            """
            exec unshare -rm sh -c '
            mount -t tmpfs -o size=64k none small || exit
            cat board.json | TMPDIR=small $devtool cards - -o out.json
            echo $? $(ls -A small)'
            """
        ).stdout("73\n").stderr(
            """
            devtool: cannot write the input to a temporary file: No space left on device
              hint: set TMPDIR to a folder with enough space

            """
        ).exits(0).file("out.json", nil)
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "file systems cannot be mounted here")) func aFileSystemThatIsReadOnly()
        async throws
    {
        try await Scenario().file("boards/board.json", CardsScenarios.board).shell(
            """
            exec unshare -rm sh -c '
            mount --bind boards boards && mount -o remount,bind,ro boards || exit
            $devtool cards -i boards/board.json; echo $?
            $devtool cards boards/board.json -o boards/new.json; echo $?'
            """
        ).stdout("73\n73\n").stderr(
            """
            devtool: cannot replace 'boards/board.json': Read-only file system
            devtool: cannot create 'boards/new.json': Read-only file system

            """
        ).exits(0).file("boards/board.json", CardsScenarios.board)
    }

    /// The signal that comes with it (`SIGXFSZ`) would be a death without a word.
    @Test(arguments: ["--in-place", "--output=out.json"]) func aLimitOnTheSizeOfFiles(option: String) async throws {
        let name = option == "--in-place" ? "board.json" : "out.json"
        let scenario = try Scenario().file("board.json", Self.board)
        try await scenario.shell("ulimit -f 8; exec $devtool -q cards board.json \(option)").stdout("").stderr(
            "devtool: cannot write '\(name)': File too large\n"
        ).exits(74).file("board.json", Self.board)
        #expect(scenario.folder.names == ["board.json"])
    }

    @Test func aLimitOnTheSizeOfStandardOutput() async throws {
        try await Scenario().file("board.json", Self.board).shell(
            "ulimit -f 8; exec $devtool -q cards board.json >out.json"
        ).stdout("").stderr("devtool: cannot write to standard output: File too large\n").exits(74).file(
            "board.json", Self.board)
    }

    @Test func aDeviceThatIsFull() async throws {
        let scenario = try Scenario().file("board.json", CardsScenarios.board)
        try await scenario.run("cards", "board.json", "-o", "/dev/full").stdout("").stderr(
            "devtool: cannot write '/dev/full': No space left on device\n"
        ).exits(74)
        try await scenario.shell("$devtool cards board.json >/dev/full").stdout("").stderr(
            "devtool: cannot write to standard output: No space left on device\n"
        ).exits(74)
    }
}
