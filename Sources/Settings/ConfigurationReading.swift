package import Reporting
package import SystemPackage
package import YAML

/// The configuration of a project on its way to be right: what was read, also where it is wrong, so that
/// whoever owns a part of the file can add what is wrong there.
package struct ConfigurationReading: Sendable {
    /// The project's file; nil without one.
    package let file: ConfigurationFile?
    /// What `${NAME}` in the file stands for.
    package let variables: Variables
    /// The values of the keys at the top of the file that commands read themselves.
    package let documents: [String: YAMLNode]
    /// All that is wrong, by the places.
    package private(set) var findings: [Diagnostic] = []
    /// The configuration without what is wrong in it, to check other things by.
    package let partialConfiguration: Configuration
    /// The files, in the order in which they are read.
    private let fileNames: [String]

    /// Merges the layers and checks them.
    ///
    /// - Parameters:
    ///   - layers: what the layers are read from.
    ///   - declared: the settings of the sections there may be.
    ///   - documentKeys: the keys that commands read themselves.
    ///   - pluginHint: as ``ConfigurationValidator/sections(declared:documentKeys:pluginHint:)`` takes it.
    ///   - directory: the folder devtool was started in.
    package init(
        _ layers: ConfigurationLayers, sections declared: [String: [Setting]],
        documentKeys: [String], pluginHint: (String) -> String? = { _ in nil },
        in directory: FilePath
    ) {
        var findings = layers.variables.dotenv.findings
        var merged: [String: ConfigurationSection] = [:]
        var documents: [String: YAMLNode] = [:]
        for file in [layers.project, layers.user].compactMap(\.self) {
            var validator = ConfigurationValidator(
                file: file, variables: layers.variables.seen(by: file.layer))
            let sections = validator.sections(
                declared: declared, documentKeys: documentKeys, pluginHint: pluginHint)
            merged.merge(sections) { $0.filled(from: $1) }
            documents.merge(validator.documents) { $1 }
            findings += validator.findings
        }

        var variableLayer = VariableLayer(layers.variables)
        var completion = ConfigurationCompletion()
        for (name, settings) in declared where merged[name] == nil {
            merged[name] = ConfigurationSection(path: name, settings: settings)
        }
        let sections = merged.values.sorted { $0.path < $1.path }.map { section in
            var section = section
            variableLayer.apply(to: &section)
            completion.complete(&section)
            return section
        }
        variableLayer.reportUnknown(in: sections.filter { !$0.isOfUnknownSettings })

        file = layers.project
        variables = layers.variables
        self.documents = documents
        fileNames = [layers.project, layers.user].compactMap { $0?.shownAs }
        partialConfiguration = Configuration(
            sections: sections, directory: layers.project?.directory ?? directory,
            fileName: layers.project?.shownAs,
            owners: TrustedOwners(in: layers.variables.environment)
                .and(ownerOf: layers.project?.path))
        add(findings + variableLayer.findings + completion.findings)
    }

    /// The configuration; warnings are reported, each once in a run of devtool.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong.
    package func configuration(warningIn console: Console) throws -> Configuration {
        let configuration = try configuration
        let told = console.diagnostics
        for warning in findings where !told.contains(warning) { console.report(warning) }
        return configuration
    }

    /// The configuration, without a word of warnings.
    ///
    /// - Throws: ``ConfigurationError``, with all that is wrong.
    package var configuration: Configuration {
        get throws {
            guard findings.allSatisfy({ $0.severity != .error }) else {
                throw ConfigurationError(findings)
            }
            return partialConfiguration
        }
    }

    /// Adds what is wrong elsewhere, each finding once: first come those of `.env`, then those of the
    /// project's file, of the user's, of other files in the order in which they come, then those without a
    /// place.
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
