import JSON

/// The result of one check of `devtool doctor`.
public struct HealthCheck: Sendable {
    /// The outcome.
    public enum Outcome: Sendable {
        /// It is as it should be; the detail is a version or a place.
        case healthy(String)
        /// It is not there, and nothing that is configured needs it.
        case unneeded(String)
        /// It is not as it should be, for this reason; the fix is what the user can do.
        case problem(String, fix: String)
    }

    /// The subject of the check, in a word or two.
    let name: String
    /// The outcome.
    public let outcome: Outcome

    /// Reports on something.
    public init(_ name: String, _ outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    /// Reports a problem as an error tells it: its message, and its hint as the fix.
    public init(_ name: String, _ error: any DiagnosableError) {
        let first = error.diagnostics.first
        let place = first?.location.map { "\($0): " } ?? ""
        self.init(name, .problem(place + (first?.message ?? "\(error)"), fix: first?.hint ?? ""))
    }

    /// Whether it is as it should be.
    var isHealthy: Bool {
        if case .problem = outcome { false } else { true }
    }

    /// The result for people: a line, and the fix on another.
    var text: String {
        switch outcome {
        case .healthy(let detail): "ok    \(name): \(detail)"
        case .unneeded(let detail): "none  \(name): \(detail)"
        case .problem(let reason, fix: ""): "fail  \(name): \(reason)"
        case .problem(let reason, let fix): "fail  \(name): \(reason)\n      \(fix)"
        }
    }

    /// The result for programs.
    var json: JSONValue {
        switch outcome {
        case .healthy(let detail), .unneeded(let detail):
            ["name": .string(name), "ok": true, "detail": .string(detail)]
        case .problem(let reason, let fix):
            [
                "name": .string(name), "ok": false, "detail": .string(reason),
                "fix": fix.isEmpty ? nil : .string(fix),
            ]
        }
    }

    /// Runs a check: what `detail` returns is its detail, what it throws its problem.
    public static func looking(
        at name: String, _ detail: () async throws -> String
    ) async -> HealthCheck {
        do {
            return HealthCheck(name, .healthy(try await detail()))
        } catch let error as any DiagnosableError {
            return HealthCheck(name, error)
        } catch {
            return HealthCheck(name, .problem("\(error)", fix: ""))
        }
    }
}
