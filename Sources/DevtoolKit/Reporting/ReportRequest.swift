import ArgumentParser
import SystemPackage

/// A report that the user asks for: the value of `--report`, as in `sarif=build/devtool.sarif`.
public struct ReportRequest: Hashable, Codable, Sendable {
    /// The format of a report.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Test cases, for CI systems.
        case junit
        /// Results in SARIF 2.1.0, for code hosts and editors.
        case sarif
        /// All that is known, for scripts.
        case json

        /// A usual name of such a file.
        fileprivate var exampleFile: String {
            switch self {
            case .junit: "report.xml"
            case .sarif: "report.sarif"
            case .json: "report.json"
            }
        }
    }

    /// The format.
    public let kind: Kind
    /// The file to write, or to replace.
    public let path: String

    /// Reads `KIND=PATH`.
    ///
    /// - Throws: a `ValidationError` of ArgumentParser, which names what is wrong.
    init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else {
            let hint = String.suggestion(for: String(parts[0]), in: Kind.allCases.map(\.rawValue))
            throw ValidationError(
                "'\(parts[0])' is no kind of report\(hint.map { "; \($0)" } ?? "")")
        }
        guard parts.count == 2, !parts[1].isEmpty else {
            throw ValidationError(
                "a report needs a file, as in '--report \(kind)=\(kind.exampleFile)'")
        }
        self.kind = kind
        path = String(parts[1])
    }

    /// The report's text.
    func text(of run: RunRecord) -> String {
        switch kind {
        case .junit: JUnitReport.render(run)
        case .sarif: SARIFReport.render(run)
        case .json: JSONReport.render(run)
        }
    }

    /// Writes the report, whole or not at all.
    ///
    /// - Throws: ``FileError``.
    func write(_ run: RunRecord) throws {
        try FilePath(path).write(Array(text(of: run).utf8))
    }
}
