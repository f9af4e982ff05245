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
        case .junit: JUnitReport.render(run)
        case .sarif: SARIFReport.render(run)
        case .json: JSONReport.render(run)
        }
    }

    package func write(_ run: RunRecord) throws {
        try FilePath(path).write(Array(text(of: run).utf8))
    }
}

/// A report would overwrite a file of the same run; exits with status 64.
package struct ReportPlaceError: DiagnosableError {
    private let path: String

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
