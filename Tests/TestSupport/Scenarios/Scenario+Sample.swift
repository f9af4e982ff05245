import Foundation
import Subprocess
import SystemPackage

extension Scenario {
    /// A copy of the sample project. (A copy of its folder would keep a group that the user may not have.)
    package static func sample() throws -> Scenario {
        let scenario = Scenario().withLiquibase()
        let manager = FileManager.default
        for name in try manager.subpathsOfDirectory(atPath: DocumentationPage.sample.path) {
            let file = DocumentationPage.sample.appending(path: name)
            guard !file.hasDirectoryPath, let bytes = manager.contents(atPath: file.path) else { continue }
            _ = try scenario.file(name, bytes: Array(bytes))
            if manager.isExecutableFile(atPath: file.path) { _ = try scenario.executable(name) }
        }
        return scenario
    }

    /// Whether this machine has a program.
    package static func has(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// What a shell's commands print, on both streams, with devtool on the `PATH`.
    package func shellOutput(_ commands: String) async throws -> String {
        var configuration = configuration(["-c", commands])
        configuration.executable = .path("/bin/sh")
        let folder = URL(filePath: Self.devtool).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        configuration.environment = configuration.environment.updating(["PATH": "\(folder):\(path)"])
        return try await withinDeadline {
            try await Subprocess.run(
                configuration, input: .none, output: .string(limit: 1 << 20), error: .combinedWithOutput
            ).standardOutput
        }
    }
}
