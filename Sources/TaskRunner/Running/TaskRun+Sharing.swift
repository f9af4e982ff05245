import DevtoolKit
import Synchronization

extension TaskRun {
    /// Runs a task, unless a run that shares tasks with this one has done so.
    func result(of index: Int, on channel: TaskChannel, within callers: TaskCallers) async -> TaskResult {
        let task = plan.tasks[index]
        guard let sharing, isShared(index) else { return await ownResult(of: index, on: channel, within: callers) }
        let answer: SharedTasks.Answer
        do { answer = try await sharing.claim(index, within: callers.markers) } catch { return .stopped }
        switch answer {
        case .run: break
        case .done(let checksum):
            madeChecksums.withLock { $0[index] = checksum }
            _ = doneElsewhere.withLock { $0.insert(index) }
            return .skipped("it has already run")
        case .cycle:
            let error = Problem.held(task)
            error.diagnostics.forEach(channel.report)
            return .failed("it waits for itself", error.exitStatus)
        }
        let result = await ownResult(of: index, on: channel, within: callers)
        let checksum = madeChecksums.withLock { $0[index] }
        sharing.end(index, isSuccess: result.isSuccess, checksum: checksum)
        return result
    }

    /// Whether a task runs once in all nested runs: everything that a run needs, and what the outermost one was asked
    /// for.
    private func isShared(_ index: Int) -> Bool {
        let task = plan.tasks[index]
        return plan.callOf[index] == nil && !task.isCleanup && !task.steps.isEmpty && !(isNested && task.isRequested)
    }
}
