package import SystemPackage

extension Context {
    /// The sections that `devtool.yml` may have, and their settings: those of the suite's commands, and
    /// those of external plugins.
    var sections: [String: [Setting]] {
        let sections = plugins.filter { !$0.settings.isEmpty }.map { ($0.sectionName, $0.settings) }
        return externalSections.merging(sections, uniquingKeysWith: { _, own in own })
    }

    /// The settings that the section of a command, or of a plugin, may have.
    package func settings(of command: String) -> [Setting] {
        sections[command, default: []]
    }

    /// The project's configuration: `file`, else the one `DEVTOOL_CONFIG` names, else the nearest
    /// `devtool.yml` in the working directory and the folders above it, with the other layers.
    ///
    /// - Throws: `ConfigurationError`, with all that is wrong, or when there is no file.
    public func configuration(file: String? = nil) throws -> Configuration {
        try configurationReading(file: file).configuration(warningIn: console)
    }

    /// The configuration as ``configuration(file:)`` gives it, also where there is no project: from the
    /// environment, the user's own file and the defaults.
    ///
    /// - Throws: `ConfigurationError`, with all that is wrong.
    public func configurationOrDefaults(file: String? = nil) throws -> Configuration {
        try configurationReading(of: projectFile(named: file), named: file)
            .configuration(warningIn: console)
    }

    /// The project's file: `file`, else the one `DEVTOOL_CONFIG` names, else the nearest; the first two need
    /// not exist.
    ///
    /// - Throws: `ConfigurationError` when the nearest is another user's, or has a second one beside it.
    func projectFile(named file: String? = nil) throws -> FilePath? {
        let named = file ?? environment["DEVTOOL_CONFIG"]
        let path = ConfigurationFile.locate(explicit: named, from: workingDirectory)
        guard named ?? "" == "", let path else { return path }
        let name = path.shown(from: workingDirectory)
        try ConfigurationFile.refuseOther(beside: path, shownAs: name)
        guard var refusal = TrustedOwners(in: environment).refusal(of: path, shownAs: name) else {
            return path
        }
        refusal.hint? += ", or name it with --config"
        throw ConfigurationError(refusal)
    }

    /// The configuration as ``configuration(file:)`` gives it, also where it is wrong.
    ///
    /// - Throws: `ConfigurationError` when there is no file, or one that is another user's or not YAML.
    package func configurationReading(file: String? = nil) throws -> ConfigurationReading {
        guard let path = try projectFile(named: file) else {
            throw ConfigurationError(
                Diagnostic(
                    "no \(ConfigurationFile.name) in '\(workingDirectory)' or any folder above it",
                    hint: "name one with --config FILE, or write one with '\(suiteName) init'"))
        }
        return try configurationReading(of: path, named: file)
    }

    /// The configuration of a file, or of none, as far as it can be read.
    ///
    /// - Parameters:
    ///   - project: the file.
    ///   - name: what the user has typed for it, if not in `DEVTOOL_CONFIG`.
    /// - Returns: the reading, with what is wrong.
    /// - Throws: `ConfigurationError` when a file is not there, or not YAML.
    package func configurationReading(
        of project: FilePath?, named name: String? = nil
    ) throws -> ConfigurationReading {
        let sections = sections
        return ConfigurationReading(
            try ConfigurationLayers(
                project: project, named: name, of: suiteName, sections: sections,
                environment: environment,
                taskVariables: taskVariables, overrides: overrides, in: workingDirectory),
            sections: sections,
            documentKeys: documentKeys, pluginHint: hint(forSection:), in: workingDirectory)
    }
}
