import DevtoolKit
import Processes

/// The finished tasks that a run shares with the nested runs that its tasks' commands start.
///
/// Tasks are identified by their indices in the plan of the calling run.
protocol RunSharing: AnyObject, Sendable {
    /// Asks whether to run a task, and waits while it runs elsewhere.
    ///
    /// After ``SharedTasks/Answer/run``, the caller must call ``end(_:isSuccess:checksum:)``. `within` has the
    /// ``marker(of:)`` of each task whose command led to this run, separated by spaces.
    ///
    /// - Throws: `CancellationError`.
    func claim(_ task: Int, within: String) async throws -> SharedTasks.Answer

    /// Reports the end of a claimed task, with the checksum of its outputs, if it has any.
    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?)

    func marker(of task: Int) -> String
}

extension OneShot<SharedTasks.Answer?> {
    /// Asks, and waits for the answer; after a cancellation, a late answer has no effect.
    static func answer(_ ask: (OneShot) -> Void) async throws -> SharedTasks.Answer {
        let answer = OneShot()
        ask(answer)
        let value = await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            answer.complete(with: nil)
        }
        guard let value else { throw CancellationError() }
        return value
    }
}

extension TaskPlan {
    /// Variables set by devtool and shells, or about verbosity, which do not distinguish tasks.
    private static let ownVariables = Set(TaskRun.answers.keys).union([
        RunHub.sessionVariable, TaskCallers.markersVariable, TaskCallers.heldVariable, TaskOutputs.labelledVariable,
        Context.nestingVariable, "DEVTOOL_CONFIG", "DEVTOOL_ASSUME_YES", "DEVTOOL_VERBOSITY", "NO_COLOR", "FORCE_COLOR",
        "PWD", "OLDPWD", "SHLVL", "_", "DEVTOOL_STATUS", "DEVTOOL_FAILED_TASK",
        // Set by make.
        "MAKEFLAGS", "MAKELEVEL", "MFLAGS",
    ])

    /// The keys by which concurrent runs identify the tasks: checksums of all that defines each, except its sources.
    func sharedKeys(in catalog: TaskCatalog, _ environment: [String: String]) -> [SHA256] {
        // Merged, because a variable may be from a file, or from an outer run that has read it there.
        var checksums: [[String: String]: SHA256] = [:]
        return tasks.indices.map { index in
            let own = tasks[index].environment
            let checksum = checksums[own] ?? Self.checksum(of: environment.merging(own) { $1 })
            checksums[own] = checksum
            return inputs(of: index, in: catalog).key(in: checksum)
        }
    }

    private static func checksum(of environment: [String: String]) -> SHA256 {
        var hasher = SHA256Hasher()
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where !ownVariables.contains(name) {
            hasher.update(name)
            hasher.update(value)
        }
        return hasher.finish()
    }
}

extension TaskInputs {
    fileprivate func key(in environment: SHA256) -> SHA256 {
        let fingerprint = TaskFingerprint(of: self)
        var hasher = SHA256Hasher()
        for part in [environment, fingerprint.identity, fingerprint.command, fingerprint.patterns] {
            hasher.update("\(part)")
        }
        for value in fingerprint.options { hasher.update("\(value.checksum)") }
        return hasher.finish()
    }
}
