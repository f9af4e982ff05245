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
    package private(set) var sections: [ConfigurationSection]

    /// The same configuration with other entries in a section.
    package func replacing(
        _ key: SettingKey<[(name: String, section: ConfigurationSection)]>, of path: String,
        with entries: [(name: String, section: ConfigurationSection)]
    ) -> Configuration {
        var copy = self
        for index in sections.indices where sections[index].path == path {
            guard let origin = sections[index].origin(of: key) else { continue }
            copy.sections[index].set(key.setting.key, to: .entries(entries), from: origin)
        }
        return copy
    }
}
