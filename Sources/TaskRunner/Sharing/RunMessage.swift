import DevtoolKit
import JSON

/// A line between the outermost run and a nested one, in JSON.
struct RunMessage: Sendable {
    enum Kind: String {
        /// A task is needed; answered with ``SharedTasks/Answer``.
        case claim
        case end
        /// A slot is needed; answered when one is free.
        case slot
        case back
        case testCase = "test-case"
        /// Answered after all earlier messages have been processed.
        case sync
        case answer
    }

    let kind: Kind
    private let members: [(name: String, value: JSONValue)]

    init(_ kind: Kind, _ members: [(name: String, value: JSONValue)] = []) {
        self.kind = kind
        self.members = members
    }

    init?(line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), case .object(let members) = value,
            let kind = value["kind"]?.string.flatMap(Kind.init)
        else { return nil }
        self.init(kind, members)
    }

    /// Without a line break.
    var line: [UInt8] {
        let all = [(name: "kind", value: JSONValue.string(kind.rawValue))] + members
        return Array(JSONValue.object(all).compactText.utf8)
    }

    subscript(name: String) -> String? { members.first { $0.name == name }?.value.string }

    func checksum(_ name: String) -> SHA256? { self[name].flatMap(SHA256.init(argument:)) }
}

extension SharedTasks.Answer {
    var members: [(name: String, value: JSONValue)] {
        switch self {
        case .run: [("is", "run")]
        case .cycle: [("is", "cycle")]
        case .done(let checksum): [("is", "done")] + (checksum.map { [("checksum", .string("\($0)"))] } ?? [])
        }
    }

    /// Reads an answer; an unknown one lets the task run.
    init(_ message: RunMessage) {
        switch message["is"] {
        case "done": self = .done(message.checksum("checksum"))
        case "cycle": self = .cycle
        default: self = .run
        }
    }
}

extension TestCase {
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(name)), ("group", .string(group)), ("seconds", .string("\(duration / .seconds(1))")),
            ("output", .string(output)), ("failed-attempts", .string(failedAttempts.joined(separator: "\n"))),
        ]
        switch outcome {
        case .passed: break
        case .skipped(let reason): members.append(("skipped", .string(reason)))
        case .failed(let message, let details):
            members += [("failed", .string(message)), ("details", .string(details))]
        }
        return members
    }

    init?(_ message: RunMessage) {
        guard let name = message["name"], let group = message["group"],
            let seconds = message["seconds"].flatMap(Double.init), seconds.isFinite
        else { return nil }
        let outcome: Outcome =
            if let failure = message["failed"] { .failed(failure, details: message["details"] ?? "") } else {
                message["skipped"].map { .skipped($0) } ?? .passed
            }
        self.init(name, in: group, took: .seconds(seconds), outcome: outcome, output: message["output"] ?? "")
        failedAttempts = (message["failed-attempts"] ?? "").split(separator: "\n").map(String.init)
    }
}
