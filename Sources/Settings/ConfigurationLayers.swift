import Files
package import Reporting
package import SystemPackage
import YAML

/// The sources of the configuration before validation.
package struct ConfigurationLayers: Sendable {
    /// The environment and the project's `.env`.
    let variables: Variables
    let project: ConfigurationFile?
    let user: ConfigurationFile?

    package static func precedence(of suite: String) -> [String] {
        [
            "a command-line option", "the environment variable DEVTOOL_SECTION_KEY",
            ".env next to \(ConfigurationFile.name)", ConfigurationFile.name,
            "$XDG_CONFIG_HOME/\(suite)/config.yml, by default ~/.config/\(suite)/config.yml", "the default",
        ]
    }
}

extension ConfigurationLayers {
    /// Reads the layers; a missing user's file or `.env` counts as empty.
    ///
    /// Throws ``ConfigurationError`` with all problems.
    ///
    /// `name` is the project's file as the user typed it. `taskVariables` are the variables in `environment` that a
    /// task of the project sets. `overrides` take precedence over `environment`.
    package init(
        project path: FilePath?, named name: String? = nil, of suite: String, sections: [String: [Setting]],
        environment: [String: String], taskVariables: [String: SourceLocation] = [:],
        overrides: [String: (text: String, origin: Origin)], in folder: FilePath
    ) throws {
        let secretKeys = sections.secretKeys
        var findings: [Diagnostic] = []
        let named = ConfigurationFile.named(name ?? environment["DEVTOOL_CONFIG"], from: folder)
        func read(_ path: FilePath, _ layer: ConfigurationFile.Layer) -> ConfigurationFile? {
            do throws(ConfigurationError) {
                return try ConfigurationFile(
                    path: path, isTyped: path == named, shownAs: path.shown(from: folder), layer: layer,
                    hiding: secretKeys)
            } catch {
                findings += error.diagnostics
                return nil
            }
        }
        project = path.flatMap { read($0, .project) }
        var dotenv = path.flatMap { path in
            Self.dotenv(beside: path, environment: environment, in: folder, findings: &findings)
        }
        // With `dotenv: []`, the `.env` belongs to another tool, whose syntax may allow more.
        if project?.hasNoDotenv == true { dotenv?.findings = [] }
        variables = Variables(
            environment: environment, taskVariables: taskVariables, dotenv: dotenv ?? Dotenv(), overrides: overrides)
        let userFile = Self.userFile(for: suite, in: environment)
        user = userFile.flatMap { $0.isTaken && $0 != path ? read($0, .user) : nil }
        guard findings.isEmpty else { throw ConfigurationError(variables.dotenv.findings + findings) }
    }

    private static func dotenv(
        beside project: FilePath, environment: [String: String], in folder: FilePath, findings: inout [Diagnostic]
    ) -> Dotenv? {
        let path = project.containingFolder.appending(".env")
        // Python's virtual environments are folders with this name.
        guard path.isTaken, !path.isDirectory else { return nil }
        let name = path.shown(from: folder)
        let owners = TrustedOwners(in: environment).and(ownerOf: project)
        if let refusal = owners.refusal(of: path, shownAs: name) {
            findings.append(refusal)
            return nil
        }
        do {
            let bytes = try path.contents(upTo: Dotenv.sizeLimit)
            return Dotenv(String(decoding: bytes, as: UTF8.self), shownAs: name)
        } catch {
            findings.append(Diagnostic("cannot read '\(name)': \(error)"))
            return nil
        }
    }

    /// `$XDG_CONFIG_HOME/SUITE/config.yml`, by default in `~/.config` (XDG Base Directory Specification).
    static func userFile(for suite: String, in environment: [String: String]) -> FilePath? {
        UserFolder.configuration.path(for: suite, in: environment)?.appending("config.yml")
    }
}
