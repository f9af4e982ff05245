import DevtoolKit
import Processes
import SystemPackage

/// What a run shares with the runs of devtool that the commands of its tasks start, and these with it.
///
/// That are the slots for tasks, the tasks that have run, and the report. Tasks are named by their indices in the plan
/// of the run that asks.
protocol RunSharing: JobSlots.Lender {
    /// Asks whether a task that is needed shall be run here.
    ///
    /// Waits where it runs elsewhere. Whoever is told to run it must call ``end(_:isSuccess:checksum:)``.
    ///
    /// - Parameters:
    ///   - task: the task.
    ///   - within: the tasks whose commands have started this run, as ``marker(of:)`` names them, separated by blanks.
    /// - Returns: what becomes of it.
    /// - Throws: `CancellationError`.
    func claim(_ task: Int, within: String) async throws -> SharedTask.Answer

    /// Tells how a task came out that was claimed, and the checksum of its outputs, if it has any.
    func end(_ task: Int, isSuccess: Bool, checksum: SHA256?)

    /// What a task is called among those whose commands start others.
    func marker(of task: Int) -> String

    /// Passes on the test cases of a run.
    func report(_ testCases: [TestCase]) async
}

/// A task that runs within each other share.
enum SharedTask {
    /// What becomes of a task that is needed.
    enum Answer: Equatable, Sendable {
        /// It is to be run here.
        case run
        /// It has run; the checksum of its outputs, if it has any.
        case done(SHA256?)
        /// It waits for the one that asks.
        case cycle
    }

    /// The variable that tells the runs within a run where that listens.
    static let sessionVariable = "DEVTOOL_SESSION"

    /// With `--yes`, the variables by which just and Task skip their questions.
    static let answers: [String: String?] = ["JUST_YES": "true", "TASK_ASSUME_YES": "true"]

    /// Variables that devtool and shells set, and that make no task another one; how much is shown neither.
    private static let ownVariables = Set(answers.keys).union([
        sessionVariable, TaskCallers.markersVariable, TaskCallers.heldVariable, NestedRun.variable,
        "DEVTOOL_CONFIG", "DEVTOOL_ASSUME_YES", "DEVTOOL_VERBOSITY", "NO_COLOR",
        "FORCE_COLOR", "PWD", "OLDPWD", "SHLVL", "_", "DEVTOOL_STATUS", "DEVTOOL_FAILED_TASK",
        // Those that make sets, too.
        "MAKEFLAGS", "MAKELEVEL", "MFLAGS",
    ])

    /// What tells an environment from others.
    static func checksum(of environment: [String: String]) -> SHA256 {
        var hasher = SHA256Hasher()
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where !ownVariables.contains(name) {
            hasher.update(name)
            hasher.update(value)
        }
        return hasher.finish()
    }
}

extension OneShot<SharedTask.Answer?> {
    /// Asks, and waits for the answer.
    ///
    /// - Throws: `CancellationError`; what is asked finds an answer given then.
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

/// Finds what tells the tasks of a plan from others that run at the same time.
struct SharedKeys: Sendable {
    /// The tasks.
    let plan: TaskPlan
    /// Where they are from.
    let catalog: TaskCatalog
    /// The variables that the run was started with.
    let environment: [String: String]

    /// For each task the checksum of all that makes it what it is, but for its sources.
    func keys() -> [SHA256] {
        // A variable may come from a file, or from a run around this one that has read it there.
        var checksums: [[String: String]: SHA256] = [:]
        return plan.tasks.indices.map { index in
            let own = plan.tasks[index].environment
            let checksum =
                checksums[own] ?? SharedTask.checksum(of: environment.merging(own) { $1 })
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
        for value in fingerprint.options {
            hasher.update("\(value.checksum)")
        }
        return hasher.finish()
    }
}
