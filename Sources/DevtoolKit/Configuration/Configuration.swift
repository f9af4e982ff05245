public import SystemPackage

/// The project's configuration: every section of its `devtool.yml`, checked.
public struct Configuration: Sendable {
    /// The folder of the file: what relative paths in it refer to.
    public let directory: FilePath
    /// The file's name as the user would type it.
    public let fileName: String
    private let sections: [String: ConfigurationSection]

    /// Checks a file against the sections it may have; all findings are thrown at once.
    init(file: ConfigurationFile, sections declared: [String: [Setting]]) throws {
        directory = file.path.removingLastComponent()
        fileName = file.shownAs
        var validator = ConfigurationValidator(file: file)
        sections = validator.sections(declared: declared)
        guard validator.findings.isEmpty else { throw ConfigurationError(validator.findings) }
    }

    /// The section of a command; empty when the file has none.
    public func section(of plugin: (some Plugin).Type) -> ConfigurationSection {
        sections[plugin.sectionName] ?? ConfigurationSection(location: nil, values: [:])
    }
}
