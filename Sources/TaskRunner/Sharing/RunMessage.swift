import DevtoolKit
import JSON

/// A line between a run and one within it, as JSON.
struct RunMessage: Sendable {
    /// What a line is about.
    enum Kind: String {
        /// A task is needed; the answer says what becomes of it.
        case claim
        /// A task that was claimed has ended.
        case end
        /// A slot is wanted; the answer comes when it is there.
        case slot
        /// A slot is given back.
        case back
        /// A test case for the report.
        case testCase = "test-case"
        /// All is said; the answer says that it was heard.
        case sync
        /// An answer.
        case answer
    }

    let kind: Kind
    /// The members beside the kind.
    private let members: [(name: String, value: JSONValue)]

    /// Makes a message.
    init(_ kind: Kind, _ members: [(name: String, value: JSONValue)] = []) {
        self.kind = kind
        self.members = members
    }

    /// Reads a line; nil for what is none.
    init?(line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), case .object(let members) = value,
            let kind = value["kind"]?.string.flatMap(Kind.init)
        else { return nil }
        self.init(kind, members)
    }

    /// The message as a line, without its end.
    var line: [UInt8] {
        let all = [(name: "kind", value: JSONValue.string(kind.rawValue))] + members
        return Array(JSONValue.object(all).compactText.utf8)
    }

    /// A member that is a text.
    subscript(name: String) -> String? { members.first { $0.name == name }?.value.string }

    /// The checksum that a member has.
    func checksum(_ name: String) -> SHA256? { self[name].flatMap(SHA256.init(argument:)) }
}

extension SharedTask.Answer {
    /// The answer as members of a message.
    var members: [(name: String, value: JSONValue)] {
        switch self {
        case .run: [("is", "run")]
        case .cycle: [("is", "cycle")]
        case .done(let checksum):
            [("is", "done")] + (checksum.map { [("checksum", .string("\($0)"))] } ?? [])
        }
    }

    /// Reads an answer; what is none lets the task run.
    init(_ message: RunMessage) {
        switch message["is"] {
        case "done": self = .done(message.checksum("checksum"))
        case "cycle": self = .cycle
        default: self = .run
        }
    }
}

extension TestCase {
    /// The test case as members of a message.
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(name)), ("group", .string(group)),
            ("seconds", .string("\(duration / .seconds(1))")), ("output", .string(output)),
        ]
        switch outcome {
        case .passed: break
        case .skipped(let reason): members.append(("skipped", .string(reason)))
        case .failed(let message, let details):
            members += [("failed", .string(message)), ("details", .string(details))]
        }
        return members
    }

    /// Reads a test case; nil for what is none.
    init?(_ message: RunMessage) {
        guard let name = message["name"], let group = message["group"],
            let seconds = message["seconds"].flatMap(Double.init), seconds.isFinite
        else { return nil }
        let outcome: Outcome =
            if let failure = message["failed"] {
                .failed(failure, details: message["details"] ?? "")
            } else {
                message["skipped"].map { .skipped($0) } ?? .passed
            }
        self.init(
            name, in: group, took: .seconds(seconds), outcome: outcome,
            output: message["output"] ?? "")
    }
}
