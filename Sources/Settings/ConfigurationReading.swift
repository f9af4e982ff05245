package import Reporting
package import SystemPackage
package import YAML

/// A configuration that may have errors, so that the owners of its parts can add findings.
package struct ConfigurationReading: Sendable {
    package let file: ConfigurationFile?
    /// The variables for `${NAME}` in the file.
    package let variables: Variables
    /// The values of the top-level keys that commands read themselves.
    package let documents: [String: YAMLNode]
    package private(set) var findings: [Diagnostic] = []
    /// The valid part of the configuration, for further checks.
    package let partialConfiguration: Configuration
    private let fileNames: [String]

    /// Merges and checks the layers; for `isForeign`, see
    /// ``ConfigurationValidator/sections(declared:documentKeys:isForeign:)``.
    package init(
        _ layers: ConfigurationLayers, sections declared: [String: [Setting]], documentKeys: [String],
        isForeign: (String) -> Bool = { _ in false }, in directory: FilePath
    ) {
        var findings = layers.variables.dotenv.findings
        var merged: [String: ConfigurationSection] = [:]
        var documents: [String: YAMLNode] = [:]
        for file in [layers.project, layers.user].compactMap(\.self) {
            var validator = ConfigurationValidator(file: file, variables: layers.variables.seen(by: file.layer))
            let sections = validator.sections(declared: declared, documentKeys: documentKeys, isForeign: isForeign)
            merged.merge(sections) { $0.filled(from: $1) }
            documents.merge(validator.documents) { $1 }
            findings += validator.findings
        }

        var variableLayer = VariableLayer(layers.variables)
        var findingsOfValues: [Diagnostic] = []
        for (name, settings) in declared where merged[name] == nil {
            merged[name] = ConfigurationSection(path: name, settings: settings)
        }
        let sections = merged.values.sorted { $0.path < $1.path }.map { section in
            var section = section
            variableLayer.apply(to: &section)
            section.complete(collecting: &findingsOfValues)
            return section
        }
        variableLayer.reportUnknown(in: sections.filter { !$0.isOfUnknownSettings })

        file = layers.project
        variables = layers.variables
        self.documents = documents
        fileNames = [layers.project, layers.user].compactMap { $0?.shownAs }
        partialConfiguration = Configuration(
            directory: layers.project?.directory ?? directory, fileName: layers.project?.shownAs,
            owners: TrustedOwners(in: layers.variables.environment).and(ownerOf: layers.project?.path),
            sections: sections)
        add(findings + variableLayer.findings + findingsOfValues)
    }

    /// The configuration, or ``ConfigurationError`` with all findings.
    package var configuration: Configuration {
        get throws {
            guard findings.allSatisfy({ $0.severity != .error }) else { throw ConfigurationError(findings) }
            return partialConfiguration
        }
    }

    /// Adds findings without duplicates.
    ///
    /// The order of files is `.env`, the project's file, the user's file, then others in order of appearance. Findings
    /// without a location come last.
    package mutating func add(_ new: [Diagnostic]) {
        guard !new.isEmpty else { return }
        var seen = Set(findings)
        findings += new.filter { seen.insert($0).inserted }
        var ranks: [String: Int] = [:]
        for name in fileNames where ranks[name] == nil { ranks[name] = ranks.count }
        for name in findings.compactMap(\.location?.file) where ranks[name] == nil {
            ranks[name] = name.hasSuffix(".env") ? -1 : ranks.count
        }
        func place(_ finding: Diagnostic) -> (file: Int, line: Int, column: Int) {
            guard let location = finding.location else { return (.max, 0, 0) }
            return (ranks[location.file] ?? -1, location.line, location.column)
        }
        findings.sort { place($0) < place($1) }
    }
}
