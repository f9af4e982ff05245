public import SystemPackage

/// The configuration of a project, checked: every section's values, from the environment, the `.env`, the
/// project's `devtool.yml`, the user's own file and the defaults, of which the first wins.
public struct Configuration: Sendable {
    /// The folder of the project's file, what relative paths refer to; without a file, the folder devtool
    /// was started in.
    public let directory: FilePath
    /// The name of the project's file as the user would type it; nil without one.
    public let fileName: String?
    /// The declared sections, in alphabetical order.
    let sections: [ConfigurationSection]

    /// Merges the layers and checks them.
    ///
    /// - Parameters:
    ///   - layers: what the layers are read from.
    ///   - declared: the settings of the sections there may be.
    ///   - directory: the folder devtool was started in.
    /// - Throws: ``ConfigurationError``.
    init(
        _ layers: ConfigurationLayers, sections declared: [String: [Setting]],
        in directory: FilePath
    )
        throws
    {
        let variables = layers.variables
        var findings = variables.dotenv.findings
        var merged: [String: ConfigurationSection] = [:]
        for file in [layers.project, layers.user].compactMap(\.self) {
            var validator = ConfigurationValidator(file: file, variables: variables)
            let sections = validator.sections(declared: declared)
            merged.merge(sections) { upper, lower in
                var filled = upper
                filled.fill(from: lower)
                return filled
            }
            findings += validator.findings
        }

        var variableLayer = VariableLayer(variables)
        var completion = ConfigurationCompletion()
        sections = declared.sorted { $0.key < $1.key }.map { name, settings in
            var section = merged[name] ?? ConfigurationSection(path: name, settings: settings)
            variableLayer.apply(to: &section)
            completion.complete(&section)
            return section
        }
        variableLayer.reportUnknown(sections: declared.keys.sorted())
        findings += variableLayer.findings + completion.findings
        guard findings.isEmpty else {
            throw ConfigurationError(findings.inOrder(of: [layers.project, layers.user]))
        }

        self.directory = layers.project?.directory ?? directory
        fileName = layers.project?.shownAs
    }

    /// The section of a command; empty when no layer has anything for it.
    public func section(of plugin: (some Plugin).Type) -> ConfigurationSection {
        sections.first { $0.path == plugin.sectionName }
            ?? ConfigurationSection(path: plugin.sectionName, settings: [])
    }
}

extension [Diagnostic] {
    /// The findings by their places: first those of `.env`, then those of the files, then those without
    /// a place.
    fileprivate func inOrder(of files: [ConfigurationFile?]) -> [Diagnostic] {
        let names = files.map { $0?.shownAs }
        func place(_ finding: Diagnostic) -> (file: Int, line: Int, column: Int) {
            guard let location = finding.location else { return (names.count, 0, 0) }
            return (names.firstIndex(of: location.file) ?? -1, location.line, location.column)
        }
        return sorted { place($0) < place($1) }
    }
}
