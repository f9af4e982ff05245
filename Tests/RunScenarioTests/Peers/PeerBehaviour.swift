import TestSupport
import Testing

/// A task runner that people come from.
enum Peer: String {
    case task = "Task"
    case just
    case make = "GNU make"
    case npm = "npm-run-all"
    case grunt = "Grunt"
    case mise
    case cargoMake = "cargo-make"
    case doit
    case invoke
}

/// What a test of another task runner expects of it, and what devtool does in that case.
///
/// The files are our own. Where devtool differs on purpose, `says` has the difference.
struct PeerBehaviour: CustomTestStringConvertible, Sendable {
    /// A run of devtool, and what it must leave behind.
    struct Run {
        /// The files that are written before it.
        let files: [String: String]
        /// The folder that it starts in.
        let directory: String
        /// The arguments after `devtool run`.
        let arguments: [String]
        /// Standard output.
        let output: String
        /// Standard error, with `TIME` in the place of each duration; nil where parts of it are enough.
        let error: String?
        /// What standard error contains.
        let errorParts: [String]
        /// The exit status.
        let status: Int32
        /// Files afterwards; nil for no file at all.
        let leaves: [String: String?]
    }

    /// Words of a command line: a list, or a text that is split at its spaces.
    struct Words: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
        /// The words.
        let words: [String]

        init(stringLiteral text: String) { words = text.split(separator: " ").map(String.init) }
        init(arrayLiteral words: String...) { self.words = words }
    }

    /// Whose behaviour it is.
    let peer: Peer
    /// The peer's test, with its file if the name alone does not lead there.
    let test: String
    /// What somebody who comes from the peer sees.
    let says: String
    private let environment: [String: String]
    private let input: String
    private let location: Testing.SourceLocation
    private var runs: [Run]

    /// A behaviour that a single run shows, with this `devtool.yml`.
    init(
        _ peer: Peer, _ test: String, _ says: String, file: String?, files: [String: String] = [:],
        environment: [String: String] = [:], input: String = "", in directory: String = ".", run words: Words,
        output: String = "", error: String = "", errorHas parts: [String] = [], status: Int32 = 0,
        leaves: [String: String?] = [:], at location: Testing.SourceLocation = #_sourceLocation
    ) {
        self.peer = peer
        self.test = test
        self.says = says
        self.environment = environment
        self.input = input
        self.location = location
        runs = [
            Run(
                files: files.merging(file.map { ["devtool.yml": $0] } ?? [:]) { given, _ in given },
                directory: directory, arguments: words.words, output: output, error: parts.isEmpty ? error : nil,
                errorParts: parts, status: status, leaves: leaves)
        ]
    }

    /// The same, and then another run in the same folder.
    func then(
        writing files: [String: String] = [:], in directory: String = ".", run words: Words, output: String = "",
        error: String = "", errorHas parts: [String] = [], status: Int32 = 0, leaves: [String: String?] = [:]
    ) -> PeerBehaviour {
        var copy = self
        copy.runs.append(
            Run(
                files: files, directory: directory, arguments: words.words, output: output,
                error: parts.isEmpty ? error : nil, errorParts: parts, status: status, leaves: leaves))
        return copy
    }

    /// The peer and its test: a failure names them.
    var testDescription: String { "\(peer.rawValue): \(test): \(says)" }

    /// Runs devtool as often as the behaviour says, and compares.
    func check() async throws {
        var scenario = Scenario().stdin(input)
        for (name, value) in environment { scenario = scenario.variable(name, value) }
        for (number, run) in runs.enumerated() {
            for (name, text) in run.files {
                _ = try scenario.file(name, text)
                if text.hasPrefix("#!") { _ = try scenario.executable(name) }
            }
            let outcome = try await scenario.run(["run"] + run.arguments, in: run.directory)
            let comment: Comment = "\(testDescription) (run \(number + 1))"
            #expect(outcome.outputText == run.output, comment, sourceLocation: location)
            #expect(outcome.status == run.status, comment, sourceLocation: location)
            if let error = run.error { #expect(outcome.timelessErrorText == error, comment, sourceLocation: location) }
            for part in run.errorParts {
                #expect(outcome.timelessErrorText.contains(part), comment, sourceLocation: location)
            }
            for (name, text) in run.leaves {
                #expect(outcome.folder.text(name) == text, comment, sourceLocation: location)
            }
        }
    }
}
