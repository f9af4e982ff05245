package import Reporting
package import SystemPackage
import YAML

/// What the configuration is read from, before it is checked.
package struct ConfigurationLayers: Sendable {
    /// The environment, and the `.env` beside the project's file.
    let variables: Variables
    /// The project's file.
    let project: ConfigurationFile?
    /// The user's own file.
    let user: ConfigurationFile?

    /// Where a value may come from, what comes first before the others.
    ///
    /// - Parameter suite: the suite's name.
    /// - Returns: the places, in words.
    package static func precedence(of suite: String) -> [String] {
        [
            "a command-line option",
            "the environment variable DEVTOOL_SECTION_KEY",
            ".env beside \(ConfigurationFile.name)",
            ConfigurationFile.name,
            "$XDG_CONFIG_HOME/\(suite)/config.yml, by default in ~/.config",
            "the default",
        ]
    }

    /// Takes layers that have been read.
    init(variables: Variables, project: ConfigurationFile?, user: ConfigurationFile? = nil) {
        self.variables = variables
        self.project = project
        self.user = user
    }

    /// Reads the layers; a missing user's file or `.env` is an empty one.
    ///
    /// - Parameters:
    ///   - path: the project's file, if there is one.
    ///   - name: what the user has typed for it, if not in `DEVTOOL_CONFIG`.
    ///   - suite: the suite's name, which is that of the folder of the user's file.
    ///   - sections: the settings of the sections there may be.
    ///   - environment: the environment variables.
    ///   - taskVariables: those of them that a task of the project sets, with its place.
    ///   - overrides: the values that come before those, as ``Variables`` takes them.
    ///   - folder: the folder devtool was started in.
    /// - Throws: ``ConfigurationError``, with all that keeps files from being read.
    package init(
        project path: FilePath?, named name: String? = nil, of suite: String,
        sections: [String: [Setting]],
        environment: [String: String], taskVariables: [String: SourceLocation] = [:],
        overrides: [String: (text: String, origin: Origin)], in folder: FilePath
    ) throws {
        let secretKeys = sections.secretKeys
        var findings: [Diagnostic] = []
        let named = ConfigurationFile.named(name ?? environment["DEVTOOL_CONFIG"], from: folder)
        func read(_ path: FilePath, _ layer: ConfigurationFile.Layer) -> ConfigurationFile? {
            do {
                return try ConfigurationFile(
                    path: path, isTyped: path == named, shownAs: path.shown(from: folder),
                    layer: layer, hiding: secretKeys)
            } catch {
                findings += (error as? ConfigurationError)?.diagnostics ?? []
                return nil
            }
        }
        project = path.flatMap { read($0, .project) }
        var dotenv = path.flatMap { path in
            Self.dotenv(beside: path, environment: environment, in: folder, findings: &findings)
        }
        // The file is another tool's, which may read more than this one does.
        if project?.hasNoDotenv == true { dotenv?.findings = [] }
        variables = Variables(
            environment: environment, taskVariables: taskVariables, dotenv: dotenv ?? Dotenv(),
            overrides: overrides)
        let userFile = Self.userFile(for: suite, in: environment)
        user = userFile.flatMap { $0.isTaken && $0 != path ? read($0, .user) : nil }
        guard findings.isEmpty else {
            throw ConfigurationError(variables.dotenv.findings + findings)
        }
    }

    private static func dotenv(
        beside project: FilePath, environment: [String: String], in folder: FilePath,
        findings: inout [Diagnostic]
    ) -> Dotenv? {
        let path = project.containingFolder.appending(".env")
        // Python's virtual environments are folders of this name.
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

    /// The place of the user's own file: `$XDG_CONFIG_HOME/SUITE/config.yml`, by default in `~/.config`
    /// (XDG Base Directory Specification); nil where there is no home.
    static func userFile(for suite: String, in environment: [String: String]) -> FilePath? {
        UserFolder.configuration.path(for: suite, in: environment)?.appending("config.yml")
    }
}
