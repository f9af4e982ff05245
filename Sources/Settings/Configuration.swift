import Reporting
public import SystemPackage
import YAML

/// The checked configuration of a project.
///
/// The layers in order of precedence are the environment, `.env`, the project's `devtool.yml`, the user's own file, and
/// the defaults.
public struct Configuration: Sendable {
    /// The base of relative paths: the folder of the project's file, or without one the folder devtool was started in.
    public let directory: FilePath
    /// The path of the project's file as the user would type it; `nil` without one.
    package let fileName: String?
    /// The trusted owners of files next to the project's file: the user and the owner of the project's file.
    package let owners: TrustedOwners
    package let sections: [ConfigurationSection]

    init(sections: [ConfigurationSection], directory: FilePath, fileName: String?, owners: TrustedOwners) {
        self.sections = sections
        self.directory = directory
        self.fileName = fileName
        self.owners = owners
    }

    /// The same configuration with other entries in a section.
    package func replacing(
        _ key: SettingKey<[(name: String, section: ConfigurationSection)]>, of path: String,
        with entries: [(name: String, section: ConfigurationSection)]
    ) -> Configuration {
        let sections = sections.map { section in
            guard section.path == path, let origin = section.origin(of: key) else { return section }
            var section = section
            section.set(key.setting.key, to: .entries(entries), from: origin)
            return section
        }
        return Configuration(sections: sections, directory: directory, fileName: fileName, owners: owners)
    }

    init(_ layers: ConfigurationLayers, sections declared: [String: [Setting]], in directory: FilePath) throws {
        self = try ConfigurationReading(layers, sections: declared, documentKeys: [], in: directory).configuration
    }
}
