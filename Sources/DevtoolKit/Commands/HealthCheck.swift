import JSON

/// The result of one check of `devtool doctor`.
public struct HealthCheck: Sendable {
    /// The outcome of a check.
    public enum Outcome: Sendable {
        /// Everything works; the detail is a version or a path.
        case healthy(String)
        /// Missing, but not required by the configuration; the fix is how to install it.
        case unneeded(String, fix: String = "")
        /// Something is broken: the reason, and what the user can do.
        case problem(String, fix: String)
    }

    let name: String
    /// The outcome, with its details.
    public let outcome: Outcome

    /// Creates the result of a check.
    public init(_ name: String, _ outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    /// Creates a failed check from an error: its message is the reason and its hint the fix.
    public init(_ name: String, _ error: any DiagnosableError) {
        let first = error.diagnostics.first
        let place = first?.location.map { "\($0): " } ?? ""
        self.init(name, .problem(place + (first?.message ?? "\(error)"), fix: first?.hint ?? ""))
    }

    var isHealthy: Bool { if case .problem = outcome { false } else { true } }

    var text: String {
        switch outcome {
        case .healthy(let detail): "ok    \(name): \(detail)"
        case .unneeded(let detail, let fix): "none  \(name): \(detail)\(Self.line(of: fix))"
        case .problem(let reason, let fix): "fail  \(name): \(reason)\(Self.line(of: fix))"
        }
    }

    private static func line(of fix: String) -> String { fix.isEmpty ? "" : "\n      \(fix)" }

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

    var testCase: TestCase {
        let outcome: TestCase.Outcome =
            switch outcome {
            case .healthy: .passed
            case .unneeded(let detail, _): .skipped(detail)
            case .problem(let reason, let fix): .failed(reason, details: fix)
            }
        return TestCase(name, in: "devtool.doctor", outcome: outcome)
    }

    /// Checks a library that devtool loads on demand; `version` is `nil` if it is not installed.
    package static func library(_ name: String, use: String, version: String?, package: String, isNeeded: Bool = false)
        -> HealthCheck
    {
        if let version { return HealthCheck(name, .healthy("\(version); \(use)")) }
        let (reason, fix) = ("cannot be loaded; it \(use)", "Debian: apt-get install \(package)")
        return HealthCheck(name, isNeeded ? .problem(reason, fix: fix) : .unneeded(reason, fix: fix))
    }

    /// Runs a check, which succeeds with the detail that `detail` returns, and fails if `detail` throws.
    public static func looking(at name: String, _ detail: () async throws -> String) async -> HealthCheck {
        do { return HealthCheck(name, .healthy(try await detail())) } catch let error as any DiagnosableError {
            return HealthCheck(name, error)
        } catch { return HealthCheck(name, .problem("\(error)", fix: "")) }
    }
}
