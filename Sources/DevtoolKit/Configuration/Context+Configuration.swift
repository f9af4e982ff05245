package import SystemPackage

extension Context {
    /// The settings of the suite's commands and, with lower precedence, of external plugins, by section.
    var sections: [String: [Setting]] {
        let sections = plugins.filter { !$0.settings.isEmpty }.map { ($0.sectionName, $0.settings) }
        return externalSections.merging(sections, uniquingKeysWith: { _, own in own })
    }

    package func settings(of command: String) -> [Setting] { sections[command, default: []] }

    /// The project's configuration merged with the other layers.
    ///
    /// - Parameter file: the configuration file; by default the one that `DEVTOOL_CONFIG` names, else the nearest
    ///   `devtool.yml` in the working directory or a folder above.
    /// - Returns: the valid configuration.
    /// - Throws: `ConfigurationError` with all problems, or if there is no file.
    public func configuration(file: String? = nil) throws -> Configuration {
        try configurationReading(file: file).configuration
    }

    /// Like ``configuration(file:)``, but without a project it uses the environment, the user's file and the defaults.
    public func configurationOrDefaults(file: String? = nil) throws -> Configuration {
        try configurationReading(of: projectFile(named: file), named: file).configuration
    }

    /// `file`, else `DEVTOOL_CONFIG`, else the nearest `devtool.yml`.
    package func projectFile(named file: String? = nil) throws -> FilePath? {
        let named = file ?? environment["DEVTOOL_CONFIG"]
        let path = ConfigurationFile.locate(explicit: named, from: workingDirectory)
        if let named, named != "", path?.isTaken == false { throw FileError.cannotRead(named, .noSuchFileOrDirectory) }
        guard named ?? "" == "", let path else { return path }
        let name = path.shown(from: workingDirectory)
        try ConfigurationFile.refuseOther(beside: path, shownAs: name)
        guard var refusal = TrustedOwners(in: environment).refusal(of: path, shownAs: name) else { return path }
        refusal.hint? += ", or specify it with --config"
        throw ConfigurationError(refusal)
    }

    /// Like ``configuration(file:)``, but does not throw if the values are invalid.
    package func configurationReading(file: String? = nil) throws -> ConfigurationReading {
        guard let path = try projectFile(named: file) else { throw noProject }
        return try configurationReading(of: path, named: file)
    }

    var noProject: ConfigurationError {
        ConfigurationError(
            Diagnostic(
                "no \(ConfigurationFile.name) in '\(workingDirectory)' or any folder above it",
                hint: "specify one with --config FILE, or create one with '\(suiteName) init'"))
    }

    /// Reads the project's file, if any, and the other layers; `name` is the file name as typed by the user.
    package func configurationReading(of project: FilePath?, named name: String? = nil) throws -> ConfigurationReading {
        let sections = sections
        return ConfigurationReading(
            try ConfigurationLayers(
                project: project, named: name, of: suiteName, sections: sections, environment: environment,
                taskVariables: taskVariables, overrides: overrides, in: workingDirectory), sections: sections,
            documentKeys: documentKeys, isForeign: isForeignSection, in: workingDirectory)
    }
}
