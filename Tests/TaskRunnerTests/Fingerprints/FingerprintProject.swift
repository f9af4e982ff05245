import DevtoolKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TaskRunner

/// A project of one task, and a store of fingerprints.
final class FingerprintProject {
    let folder = TemporaryFolder()
    let cache = TemporaryFolder()
    var inputs: TaskInputs

    init(sources: [String] = ["src/**/*.c"], outputs: [String] = []) {
        inputs = TaskInputs(
            task: "build", project: folder.path, directory: folder.path, sources: sources, outputs: outputs,
            command: ["cc", "-c"], options: [], environment: [])
    }

    var store: FingerprintStore { FingerprintStore(folder: cache.path.appending("tasks")) }

    /// The file that the store keeps for the task.
    var stateFile: FilePath {
        cache.path.appending("tasks").appending(folder.path.string.fingerprint).appending("build")
    }

    /// Why the task has to run; nothing if it need not.
    func reasons() throws -> [String] { try store.check(inputs).reasons }

    /// Runs the task, if it has to run, and returns why.
    @discardableResult func run(_ work: () throws -> Void = {}) throws -> [String] {
        let verdict = try store.check(inputs)
        if !verdict.isUpToDate {
            try store.begin(verdict)
            try work()
            try store.store(verdict)
        }
        return verdict.reasons
    }

    /// Writes a file of the project.
    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    /// Removes a file or a folder of the project.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path.appending(name).string)
    }
}
