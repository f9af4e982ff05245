import SystemPackage
import TestSupport
import Testing

@testable import DevtoolKit

@Suite struct ReportingConsoleTests {
    private let folder = TemporaryFolder()

    /// What a console writes to standard error, and the console.
    private func written(_ verbosity: Verbosity = .normal, _ write: (Console) throws -> Void) throws -> (
        text: String, console: Console
    ) {
        let file = try FileDescriptor.open(
            folder.path.appending("err"), .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? file.close() }
        let console = Console(error: file, verbosity: verbosity)
        try write(console)
        return (folder.text("err") ?? "", console)
    }

    @Test func whatIsSaidSteersNoTerminal() throws {
        let (text, _) = try written { $0.say("two\nlines\u{1B}[2J") }
        #expect(text == "two\nlines\u{FFFD}[2J\n")
    }

    @Test func writesBytesAsTheyAre() throws {
        let file = try FileDescriptor.open(
            folder.path.appending("bytes"), .readWrite, options: .create, permissions: .ownerReadWrite)
        defer { try? file.close() }
        let console = Console(output: file, error: file)
        let bytes: [UInt8] = [0x1B, 0xFF, 0x00]
        try console.write(bytes.span.bytes)
        console.writeError(bytes.span.bytes)
        #expect(try folder.path.appending("bytes").contents() == bytes + bytes)
    }

    @Test func theNameOfWhatWasFoundShowsNoSecret() throws {
        let (_, console) = try written { console in
            console.hide([Secret("hunter2")])
            console.report(Diagnostic("wrong", rule: Rule(foreign: "no-hunter2")))
        }
        #expect(console.diagnostics.map(\.rule?.id) == ["no-***"])
    }

    @Test(arguments: [
        (Verbosity.quiet, "devtool: wrong\ndevtool: warning: odd\nalways\n"),
        (.normal, "devtool: wrong\ndevtool: warning: odd\ndevtool: note: so\nalways\nsaid\n"),
        (.verbose, "devtool: wrong\ndevtool: warning: odd\ndevtool: note: so\nalways\nsaid\ndone\n"),
    ]) func saysAsMuchAsIsWanted(verbosity: Verbosity, expected: String) throws {
        let (text, console) = try written(verbosity) { console in
            console.report(Diagnostic("wrong"))
            console.report(Diagnostic("odd", severity: .warning))
            console.report(Diagnostic("so", severity: .note))
            console.say("always", at: .quiet)
            console.say("said")
            console.say("done\n", at: .verbose)
        }
        #expect(text == expected)
        #expect(console.diagnostics.map(\.message) == ["wrong", "odd", "so"])
    }

    @Test func hidesSecretsInAllThatIsSaidAndKept() throws {
        let excerpt = SourceExcerpt(line: "password: hunter2", column: 11)
        let place = SourceLocation(file: "a", line: 1, column: 11, excerpt: excerpt)
        let (text, console) = try written { console in
            console.hide([Secret("hunter"), Secret("hunter2"), Secret("z")])
            console.report(Diagnostic("'hunter2' is wrong", at: place, hint: "not hunter, zoo"))
            console.say("hunter2\u{301}")
            console.record(TestCase("hunter2", in: "hunter2", outcome: .failed("hunter", details: "hunter2")))
            console.record(TestCase("a", in: "b", outcome: .skipped("hunter2")))
        }
        #expect(
            text == """
                a:1:11: '***' is wrong
                  hint: not ***, zoo
                ***\u{301}

                """)
        #expect(!"\(console.diagnostics) \(console.testCases)".contains("hunter"))
    }

    @Test func keepsAllThatIsReportedAtOnce() async throws {
        let file = try FileDescriptor.open("/dev/null", .writeOnly)
        defer { try? file.close() }
        let console = Console(error: file)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { console.report(Diagnostic("\(number)")) } }
        }
        #expect(Set(console.diagnostics.map(\.message)) == Set((0..<200).map { "\($0)" }))
    }
}
