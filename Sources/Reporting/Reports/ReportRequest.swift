import Files
import SystemPackage

/// The value of `--report`, such as `sarif=build/devtool.sarif`.
package struct ReportRequest: Hashable, Codable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case junit
        case sarif
        case json
    }

    package let kind: Kind
    package let path: String

    package init(_ kind: Kind, at path: String) {
        self.kind = kind
        self.path = path
    }

    func text(of run: RunRecord) -> String {
        switch kind {
        case .junit: run.junitReport
        case .sarif: run.sarifReport
        case .json: run.jsonReport
        }
    }

    package func write(_ run: RunRecord) throws { try FilePath(path).write(Array(text(of: run).utf8)) }

    /// Throws a ``FileError`` if no file can be written there; what is no regular file is opened only once.
    package func tryPlace() throws {
        let path = FilePath(path)
        if let type = try? path.stat().type, type != .regular, type != .directory { return }
        _ = try AtomicFile(replacing: path)
    }

    /// Throws a ``DiagnosableError`` if the run reads or writes the report's file itself.
    package func checkPlace() throws {
        guard FilesOfRun.contains(FilePath(path)) else { return }
        throw Problem(
            .usage, "did not write a report to '\(path)', because the run reads or writes that file",
            hint: "choose another file for the report")
    }
}
