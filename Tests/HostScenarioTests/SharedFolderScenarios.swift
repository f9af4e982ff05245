import Foundation
import TestSupport
import Testing

/// What another user has put into a folder where everybody may write, such as `/tmp`, before devtool
/// writes there: it decides neither where a result goes nor who can read it.
@Suite(.enabled(if: geteuid() == 0, "only root may give files away")) struct SharedFolderScenarios {
    /// A run that writes to a path in the folder `shared`.
    enum Writer: String, CaseIterable, CustomTestStringConvertible {
        case output = "cards board.json -o shared/out"
        case folder = "cards board.json -o shared/folder/"
        case shape = "cards board.json --to csv -o shared/out"
        case report = "--report json=shared/out cards board.json"
        case sheet = "favicon page.html --html shared/out"
        case download = "favicon page.html --download shared/out.gif"
        case downloadFolder = "favicon page.html --download shared/folder"
        case resume = "favicon --batch list --resume shared/out"

        var testDescription: String { rawValue }

        /// What the path leads through: a link to a file that is there, or to a folder.
        var link: String {
            switch self {
            case .folder, .downloadFolder: "shared/folder"
            case .download: "shared/out.gif"
            default: "shared/out"
            }
        }

        /// What the link leads to.
        var target: String { link == "shared/folder" ? "precious" : "precious/file" }
    }

    private static let message = "cannot write 'shared/out': it is in a world-writable folder and owned by another user"

    private func scenario() throws -> Scenario {
        let board = ##"{"name":"Plan #","cards":[{"idShort":1,"name":"x"}]}"##
        return try Scenario().file("board.json", board).file(
            "page.html", "<link rel=icon href='\(WholePictures.dataURL)'>"
        ).file("list", "http://localhost:1/\n").file("precious/file", "")
    }

    /// Runs a line after links were made in a folder like `/tmp`, and shows what is in the one that they
    /// lead to.
    private func run(_ writer: Writer, afterwards owner: String, mode: String = "1777") async throws -> Outcome {
        try await scenario().shell(
            """
            mkdir shared; chmod \(mode) shared
            ln -s ../\(writer.target) \(writer.link); \(owner)
            $devtool \(writer.rawValue) >/dev/null 2>error
            echo $?; find precious -type f -size +0 | wc -l
            """)
    }

    @Test(arguments: Writer.allCases) func noLinkOfAnotherUserIsFollowed(writer: Writer) async throws {
        let outcome = try await run(writer, afterwards: "chown -h 65534 \(writer.link)")
        outcome.stdout("73\n0\n").exits(0)
        let message = Self.message.replacing("shared/out", with: writer.link)
        #expect(try #require(outcome.folder.text("error")).contains("\(message)\n"))
    }

    @Test(arguments: Writer.allCases) func oneOfOnesOwnIs(writer: Writer) async throws {
        let outcome = try await run(writer, afterwards: ":")
        outcome.exits(0)
        #expect(outcome.outputText.hasSuffix("\n1\n"), "\(outcome.outputText)")
    }

    /// A world-writable folder need not be sticky for a link in it to be refused.
    @Test(arguments: Writer.allCases) func noLinkIsFollowedWithoutTheStickyBitEither(writer: Writer) async throws {
        let outcome = try await run(writer, afterwards: "chown -h 65534 \(writer.link)", mode: "0777")
        outcome.stdout("73\n0\n").exits(0)
    }

    /// The owner of a folder further down can put a link into it at any time.
    @Test(arguments: Writer.allCases, ["deep", "deep/er"]) func noFolderOfAnotherUserIsWrittenTo(
        writer: Writer, folder: String
    ) async throws {
        let link = writer.link.replacing("shared/", with: "shared/deep/er/")
        let outcome = try await scenario().shell(
            """
            mkdir -p shared/deep/er; chmod 1777 shared
            ln -s "$PWD/\(writer.target)" \(link); chown 65534 shared/\(folder)
            $devtool \(writer.rawValue.replacing("shared/", with: "shared/deep/er/")) >/dev/null 2>error
            echo $?; find precious -type f -size +0 | wc -l
            """)
        outcome.stdout("73\n0\n").exits(0)
        let text = try #require(outcome.folder.text("error"))
        #expect(
            text.contains("/shared/\(folder)': it is in a world-writable folder and owned by another user\n"), "\(text)"
        )
    }

    /// Its owner may put a link in its place, and then the `..` behind it is elsewhere.
    ///
    /// See: audit of 0.2.0, E3.
    @Test(arguments: ["mkdir shared/x", "ln -s ../precious shared/x"]) func theWayThroughAFolderOfAnotherUser(
        maker: String
    ) async throws {
        let outcome = try await scenario().shell(
            """
            mkdir shared own; chmod 1777 shared; \(maker); chown -h 65534 shared/x
            for path in shared/x/../out shared/x/../../own/out; do
                $devtool cards board.json -o $path; echo $?
            done
            $devtool cards board.json --to markdown -o shared/x/../out; echo $?
            find . -name out
            """
        ).stdout("73\n73\n73\n").exits(0)
        #expect(
            outcome.errorText.contains("/x': it is in a world-writable folder and owned by another user"),
            "\(outcome.errorText)")
    }

    /// The message had an empty name.
    @Test func theWorkingDirectory() async throws {
        try await Scenario().shell(
            """
            mkdir -p shared/x; chmod 1777 shared; chown 65534 shared/x
            \(Scenario.obedient) $devtool -C shared/x init --here; echo $?
            """
        ).stdout("73\n").stderr(
            "devtool: cannot write '[DIR]/shared/x': it is in a world-writable folder and owned by another user\n"
        ).exits(0)
    }

    @Test(arguments: ["0775", "1755"]) func aFolderThatIsNotShared(mode: String) async throws {
        try await run(.output, afterwards: "chown -h 65534 shared/out", mode: mode).stdout("0\n1\n").exits(0)
    }

    /// What GitHub shows of a step is written like everything else.
    @Test func theSummaryOfAStep() async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: echo a}, b: {needs: a}}\n").file("precious", "")
            .shell(
                """
                mkdir shared; chmod 1777 shared; ln -s ../precious shared/sum; chown -h 65534 shared/sum
                GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=shared/sum $devtool -q run b
                """
            ).exits(0).file("precious", "")
        #expect(outcome.errorText.contains("cannot write 'shared/sum'"), "\(outcome.errorText)")
    }

    @Test func aLinkToALink() async throws {
        try await scenario().shell(
            """
            mkdir shared; chmod 1777 shared; ln -s shared/out link
            ln -s ../precious/new shared/out; chown -h 65534 shared/out
            $devtool cards board.json -o link; echo $?; ls precious
            """
        ).stdout("73\nfile\n").stderr("devtool: \(Self.message)\n").exits(0)
    }

    /// Neither would Linux open it where `fs.protected_regular` is set: the other user could read it.
    @Test(arguments: ["touch", "mkfifo"]) func aFileOfAnotherUser(maker: String) async throws {
        try await scenario().shell(
            """
            mkdir shared; chmod 1777 shared; \(maker) shared/out; chown 65534 shared/out
            $devtool cards board.json -o shared/out; echo $?; stat -c '%s %u' shared/out
            """
        ).stdout("73\n0 65534\n").stderr("devtool: \(Self.message)\n").exits(0)
    }
}
