package import Reporting
public import SystemPackage
import YAML

/// The configuration of a project, checked: every section's values, from the environment, the `.env`, the
/// project's `devtool.yml`, the user's own file and the defaults, of which the first wins.
public struct Configuration: Sendable {
    /// The folder of the project's file, what relative paths refer to; without a file, the folder devtool
    /// was started in.
    public let directory: FilePath
    /// The name of the project's file as the user would type it; nil without one.
    package let fileName: String?
    /// Whose files beside the project's file count: those of the user, and of the project's owner.
    package let owners: TrustedOwners
    /// The declared sections, in alphabetical order.
    package let sections: [ConfigurationSection]

    /// Takes what has been checked.
    init(
        sections: [ConfigurationSection], directory: FilePath, fileName: String?,
        owners: TrustedOwners
    ) {
        self.sections = sections
        self.directory = directory
        self.fileName = fileName
        self.owners = owners
    }

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
    ) throws {
        self = try ConfigurationReading(
            layers, sections: declared, documentKeys: [], in: directory
        ).configuration
    }
}
