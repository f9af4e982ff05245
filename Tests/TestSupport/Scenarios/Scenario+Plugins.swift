import Foundation
import Subprocess
import SystemPackage

extension Scenario {
    /// The user's plugin folder, from the home folder of a scenario.
    package static let pluginFolder = ".local/share/devtool/plugins"

    /// Installs a shell script as a plugin.
    package func plugin(_ name: String, _ script: String, in folder: String = pluginFolder) throws -> Scenario {
        let file = "\(folder)/devtool-\(name)"
        return try self.file(file, "#!/bin/sh\n\(script)\n").executable(file)
    }

    /// Installs one of the plugins of the sample project.
    package func fixture(_ name: String, in folder: String = pluginFolder) throws -> Scenario {
        let file = "\(folder)/\(name)"
        let bytes = try Data(contentsOf: DocumentationPage.sample.appending(path: "plugins/\(name)"))
        return try self.file(file, bytes: Array(bytes)).executable(file)
    }

    /// Makes a file executable.
    package func executable(_ name: String) throws -> Scenario {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path.appending(name).string)
        return self
    }

    /// Sets the `PATH` to a folder of the scenario, and those with the system's own programs.
    package func path(_ name: String) -> Scenario { variable("PATH", "\(folder.path.appending(name)):/usr/bin:/bin") }

    /// Runs devtool on a terminal of its own; when "ready" or a question appears, keys are typed.
    package func onTerminal(typing keys: String, _ arguments: String...) async throws -> Outcome {
        try await program(Self.terminal, arguments: [keys, Self.devtool] + arguments)
    }

    /// The program that runs another on a terminal of its own, and types.
    package static let terminal = fixtures.appending(path: "plugins/on-a-terminal").path

    /// Runs `devtool plugins`; again where a plugin had no time to answer, as on a busy machine it may not
    /// have.
    @discardableResult package func listPlugins(_ arguments: String...) async throws -> Outcome {
        var outcome = try await run(["plugins"] + arguments)
        for _ in 1...20 where outcome.outputText.contains("took longer") {
            outcome = try await run(["plugins"] + arguments)
        }
        return outcome
    }

    /// Runs any program in the place of devtool.
    package func program(_ path: String, _ arguments: String...) async throws -> Outcome {
        try await program(path, arguments: arguments)
    }

    /// Runs any program in the place of devtool.
    package func program(_ path: String, arguments: [String]) async throws -> Outcome {
        var configuration = configuration(arguments)
        configuration.executable = .path(FilePath(path))
        return try await outcome(of: configuration)
    }
}

extension String {
    /// The path with every symbolic link followed.
    package var resolvingSymlinks: String { URL(filePath: self).resolvingSymlinksInPath().path }
}
