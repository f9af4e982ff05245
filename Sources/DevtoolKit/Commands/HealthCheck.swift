import JSON

/// The result of one check of `devtool doctor`.
public struct HealthCheck: Sendable {
    /// The outcome.
    public enum Outcome: Sendable {
        /// It is as it should be; the detail is a version or a place.
        case healthy(String)
        /// It is not there, and nothing that is configured needs it; the fix is how to get it.
        case unneeded(String, fix: String = "")
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
        case .unneeded(let detail, let fix): "none  \(name): \(detail)\(Self.line(of: fix))"
        case .problem(let reason, let fix): "fail  \(name): \(reason)\(Self.line(of: fix))"
        }
    }

    private static func line(of fix: String) -> String { fix.isEmpty ? "" : "\n      \(fix)" }

    /// The result for programs.
    var json: JSONValue {
        let (detail, fix) =
            switch outcome {
            case .healthy(let detail): (detail, "")
            case .unneeded(let detail, let fix), .problem(let detail, let fix): (detail, fix)
            }
        return [
            "name": .string(name), "ok": .bool(isHealthy), "detail": .string(detail),
            "fix": fix.isEmpty ? nil : .string(fix),
        ]
    }

    /// What reports tell of it.
    var testCase: TestCase {
        let outcome: TestCase.Outcome =
            switch outcome {
            case .healthy: .passed
            case .unneeded(let detail, _): .skipped(detail)
            case .problem(let reason, let fix): .failed(reason, details: fix)
            }
        return TestCase(name, in: "devtool.doctor", outcome: outcome)
    }

    /// Looks at a library that is opened when a command needs it.
    ///
    /// - Parameters:
    ///   - name: the library.
    ///   - use: what devtool uses it for, as in `reads XML`.
    ///   - version: its version; nil where it is not installed.
    ///   - package: the package of Debian that has it.
    ///   - isNeeded: whether something that is configured needs it.
    /// - Returns: a problem where it is needed and not installed.
    package static func library(
        _ name: String, use: String, version: String?, package: String, isNeeded: Bool = false
    ) -> HealthCheck {
        if let version { return HealthCheck(name, .healthy("\(version); \(use)")) }
        let (reason, fix) = ("cannot be opened; \(use)", "Debian: apt-get install \(package)")
        return HealthCheck(
            name, isNeeded ? .problem(reason, fix: fix) : .unneeded(reason, fix: fix))
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
