import SystemPackage

/// A report that the user asks for: the value of `--report`, as in `sarif=build/devtool.sarif`.
package struct ReportRequest: Hashable, Codable, Sendable {
    /// The format of a report.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// Test cases, for CI systems.
        case junit
        /// Results in SARIF 2.1.0, for code hosts and editors.
        case sarif
        /// All that is known, for scripts.
        case json
    }

    /// The format.
    package let kind: Kind
    /// The file to write, or to replace.
    package let path: String

    /// Asks for a report of a format in a file.
    package init(_ kind: Kind, at path: String) {
        self.kind = kind
        self.path = path
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
    package func write(_ run: RunRecord) throws {
        try FilePath(path).write(Array(text(of: run).utf8))
    }
}

/// A report that would take the place of a file of the same run; the exit status is 64.
package struct ReportPlaceError: DiagnosableError {
    /// Where the report was to be.
    private let path: String

    /// Refuses a report's place, if that is a file that the run reads or has written.
    ///
    /// - Throws: itself.
    package static func check(_ request: ReportRequest) throws {
        if FilesOfRun.contains(FilePath(request.path)) { throw Self(path: request.path) }
    }

    package var diagnostics: [Diagnostic] {
        [
            Diagnostic(
                "no report was written to '\(path)', because the run reads or writes that file",
                hint: "choose another file for the report")
        ]
    }

    package var exitStatus: ExitStatus { .usage }
}
