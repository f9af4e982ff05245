public import ArgumentParser

// Option types that ArgumentParser does not support itself.

extension ColorChoice: ExpressibleByArgument {}

extension SHA256: ExpressibleByArgument {}

/// How many tasks or targets run concurrently.
package struct JobCount: ExpressibleByArgument {
    package static let range = 1...1000

    static var expectation: String { "an integer from \(range.lowerBound) to \(range.upperBound)" }

    package let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), Self.range.contains(value) else { return nil }
        self.value = value
    }
}

extension ReportRequest {
    static let standardOutput = "/dev/stdout"

    init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else {
            let hint = String.suggestion(for: String(parts[0]), in: Kind.allCases.map(\.rawValue))
            throw ValidationError("unknown kind of report '\(parts[0])'\(hint.map { "; \($0)" } ?? "")")
        }
        guard parts.count == 2, !parts[1].isEmpty else {
            throw ValidationError("a report requires a file, such as '--report \(kind)=\(kind.exampleFile)'")
        }
        self.init(kind, at: parts[1] == "-" ? Self.standardOutput : String(parts[1]))
    }
}

extension ReportRequest.Kind {
    fileprivate var exampleFile: String {
        switch self {
        case .junit: "report.xml"
        case .sarif: "report.sarif"
        case .json: "report.json"
        }
    }
}
