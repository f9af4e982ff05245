import ArgumentParser
import SystemPackage
import Testing

@testable import DevtoolKit

@Suite struct ReportingGlobalOptionsTests {
    @Test(
        arguments: [
            ([], 0), (["cards"], 0), (["--version"], 0), (["-h"], 0), (["--", "-q"], 0), (["-qv"], 0),
            (["-q", "cards", "-q"], 1), (["--verbose", "migrate", "status", "--verbose"], 1),
            (["--config", "a.yml", "cards"], 2), (["--config=a.yml", "cards"], 1),
            (["--config", "-q", "--", "cards"], 2), (["--color", "never", "--help"], 2),
            (["--report", "json=a", "--report=junit=b", "-v", "cards"], 4), (["--configuration", "a"], 0),
            (["--quiet=1"], 0), ([""], 0), (["cards", "--config"], 0),
        ] as [([String], Int)]) func takesTheOptionsBeforeTheName(arguments: [String], count: Int) throws
    {
        // A value that looks like an option is ArgumentParser's to reject.
        guard !arguments.contains("--config") || arguments.dropFirst().first != "-q" else {
            #expect(throws: Problem.self) { try GlobalOptions.split(arguments, of: "house") }
            return
        }
        #expect(try GlobalOptions.split(arguments, of: "house").rest == Array(arguments.dropFirst(count)))
    }

    @Test func readsTheOptions() throws {
        let options = try GlobalOptions.split(
            ["--config=a.yml", "--color", "always", "-q", "--report", "json=a=b", "--report=sarif=c", "cards"],
            of: "house"
        ).options
        #expect(options.configurationFile == "a.yml")
        #expect(options.color == .always)
        #expect(options.verbosity(in: ["DEVTOOL_VERBOSITY": "verbose"]) == .quiet)
        #expect(options.reports.map(\.kind) == [.json, .sarif])
        #expect(options.reports.map(\.path) == ["a=b", "c"])
    }

    @Test(arguments: [
        (["--config"], "missing value for '--config'"), (["-q", "-v"], "'--quiet' and '--verbose' cannot be combined"),
        (["--color", "red"], "'--color' must be one of auto, always, never, not 'red'"),
    ]) func rejectsWhatIsWrong(arguments: [String], message: String) {
        let error = #expect(throws: Problem.self) { try GlobalOptions.split(arguments, of: "house") }
        #expect(error?.diagnostics.map(\.message) == [message])
        #expect(error?.exitStatus == .usage)
    }

    @Test func optionsAfterTheNameGoBefore() throws {
        let outer = try GlobalOptions.parse(["-v", "--config", "a", "--report", "json=a", "--color", "never"]).values
        #expect(try GlobalOptions.parse([]).values.merging(outer) == outer)
        let own = try GlobalOptions.parse(["-q", "--config", "b", "--report", "json=b", "--color", "auto"]).values
        let merged = own.merging(outer)
        #expect(merged.verbosity == .quiet)
        #expect(merged.configurationFile == "b")
        #expect(merged.color == .auto)
        #expect(merged.reports.map(\.path) == ["a", "b"])
    }

    @Test(
        arguments: [
            ([], ["NO_COLOR": "1", "A": "b"], ["NO_COLOR": "1", "A": "b"]),
            (["--config", "a"], ["DEVTOOL_CONFIG": "b"], ["DEVTOOL_CONFIG": "a"]),
            (["-q"], ["DEVTOOL_VERBOSITY": "verbose"], ["DEVTOOL_VERBOSITY": "quiet"]),
            (["-v"], [:], ["DEVTOOL_VERBOSITY": "verbose"]),
            (["--color", "always"], ["NO_COLOR": "1"], ["FORCE_COLOR": "1"]),
            (["--color", "never"], ["FORCE_COLOR": "1"], ["NO_COLOR": "1"]),
            (["--color", "auto"], ["FORCE_COLOR": "1"], ["FORCE_COLOR": "1"]),
        ] as [([String], [String: String], [String: String])]) func standInTheEnvironment(
            arguments: [String], environment: [String: String], expected: [String: String]
        ) throws
    { #expect(try GlobalOptions.parse(arguments).values.applied(to: environment) == expected) }

    @Test func theHelpIsWhatArgumentParserWouldSay() throws {
        let help = GlobalOptions.helpMessage(columns: 80)
        let options = try #require(help.split(separator: "OPTIONS:\n").last)
        let own = try #require(options.split(separator: "  -h, --help").first?.trimmed)
        let suite = HelpText(suite: Suite(root: Root.self)).ofSuite(listing: nil)
        #expect(suite[...].trimmed.contains(own))
    }

    @Test func theirNamesAreThoseOfTheDeclarations() {
        let (valued, flags) = CommandOutline.globalOptions.reduce(into: ([String](), [String]())) {
            if $1.value == nil { $0.1 += $1.names } else { $0.0 += $1.names }
        }
        #expect(GlobalOptions.valued == Set(valued))
        #expect(GlobalOptions.flags == Set(flags))
    }
}

private struct Root: RootCommand { static let commands: [any Plugin.Type] = [] }

extension Substring {
    /// The words, each run of white space a blank.
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
