import DevtoolKit
import Processes

/// The finished tasks that a run shares with the nested runs that its tasks' commands start.
///
/// Tasks are identified by their indices in the plan of the calling run.
protocol RunSharing: AnyObject, Sendable {
    /// Asks whether to run a task, and waits while it runs elsewhere.
    ///
    /// After ``SharedTask/Answer/run``, the caller must call ``end(_:isSuccess:checksum:)``. `within` has the
    /// ``marker(of:)`` of each task whose command led to this run, separated by spaces.
    ///
    /// - Throws: `CancellationError`.
    func claim(_ task: Int, within: String) async throws -> SharedTask.Answer

    /// Reports the end of a claimed task, with the checksum of its outputs, if it has any.
    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?)

    func marker(of task: Int) -> String
}

enum SharedTask {
    enum Answer: Equatable, Sendable {
        case run
        /// It has run; the value is the checksum of its outputs, if it has any.
        case done(SHA256?)
        case cycle
    }

    /// Tells nested runs where to connect.
    static let sessionVariable = "DEVTOOL_SESSION"

    /// With `--yes`, these make just and Task skip their prompts.
    static let answers: [String: String?] = ["JUST_YES": "true", "TASK_ASSUME_YES": "true"]

    /// Variables set by devtool and shells, or about verbosity, which do not distinguish tasks.
    private static let ownVariables = Set(answers.keys).union([
        sessionVariable, TaskCallers.markersVariable, TaskCallers.heldVariable, TaskOutputs.labelledVariable,
        NestedRun.variable, "DEVTOOL_CONFIG", "DEVTOOL_ASSUME_YES", "DEVTOOL_VERBOSITY", "NO_COLOR", "FORCE_COLOR",
        "PWD", "OLDPWD", "SHLVL", "_", "DEVTOOL_STATUS", "DEVTOOL_FAILED_TASK",
        // Set by make.
        "MAKEFLAGS", "MAKELEVEL", "MFLAGS",
    ])

    /// The checksum of an environment, without ``ownVariables``.
    static func checksum(of environment: [String: String]) -> SHA256 {
        var hasher = SHA256Hasher()
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where !ownVariables.contains(name) {
            hasher.update(name)
            hasher.update(value)
        }
        return hasher.finish()
    }
}

extension OneShot<SharedTask.Answer?> {
    /// Asks, and waits for the answer; after a cancellation, a late answer has no effect.
    static func answer(_ ask: (OneShot) -> Void) async throws -> SharedTask.Answer {
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

/// Computes the keys by which the tasks of concurrent runs are identified.
struct SharedKeys: Sendable {
    let plan: TaskPlan
    let catalog: TaskCatalog
    let environment: [String: String]

    /// For each task, a checksum of everything that defines it, except for its sources.
    func keys() -> [SHA256] {
        // Merged, because a variable may be from a file, or from an outer run that has read it there.
        var checksums: [[String: String]: SHA256] = [:]
        return plan.tasks.indices.map { index in
            let own = plan.tasks[index].environment
            let checksum = checksums[own] ?? SharedTask.checksum(of: environment.merging(own) { $1 })
            checksums[own] = checksum
            let inputs = plan.inputs(
                of: index, configuration: catalog.configuration(of: plan.tasks[index].definition),
                project: catalog.files[0].containingFolder)
            return inputs.key(in: checksum)
        }
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
