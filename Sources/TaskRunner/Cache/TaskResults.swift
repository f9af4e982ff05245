import DevtoolKit
import Synchronization

/// The cache of results as a run uses it: what goes wrong with it is a warning, and the task runs.
final class TaskResults: Sendable {
    private let cache: ResultCache
    private let mode: RunMode
    private let request: RunRequest
    private let hasStored = Mutex(false)

    /// Opens the cache for a run.
    ///
    /// - Throws: ``FileError`` where there is no cache folder.
    init(in context: Context, _ mode: RunMode, _ request: RunRequest) throws {
        cache = try ResultCache(in: context)
        self.mode = mode
        self.request = request
    }

    /// The stored result of a task that would have to run; nil where there is none, or it shall run.
    func find(
        _ verdict: FingerprintVerdict, of task: PlannedTask, on channel: TaskChannel
    ) async -> StoredResult? {
        guard isCached(task), !request.forcesRun else { return nil }
        // Where no source was there, nothing tells one result from another.
        if !task.sources.isEmpty, verdict.fingerprint.sources.count == 0 { return nil }
        return await warning("not restored", task, channel) {
            try await cache.result(for: verdict.key, of: verdict.inputs)
        } ?? nil
    }

    /// Puts a result in its place.
    ///
    /// - Returns: the outputs; nil where that fails.
    func restore(
        _ result: StoredResult, _ verdict: FingerprintVerdict, of task: PlannedTask,
        on channel: TaskChannel
    ) async -> SourceList? {
        await warning("not restored", task, channel) {
            try result.restore(in: verdict.inputs.directory, over: verdict.fingerprint.outputs)
        }
    }

    /// Stores what a task has made.
    func store(
        _ outputs: SourceList, _ verdict: FingerprintVerdict, of task: PlannedTask,
        on channel: TaskChannel
    ) async {
        guard isCached(task) else { return }
        await warning("not stored", task, channel) {
            let inputs = verdict.inputs
            // What a run has not made need not be restored.
            if try !inputs.missingOutputs().isEmpty { return }
            try await cache.store(outputs, of: inputs, as: verdict.key)
            hasStored.withLock { $0 = true }
        }
    }

    /// Keeps the cache to its size, where the run has added to it.
    func trim(on console: Console) {
        guard hasStored.withLock(\.self) else { return }
        do {
            try cache.trim(to: mode.cacheSize, unusedFor: mode.cacheAge)
        } catch {
            console.report(Diagnostic("\(error)", severity: .warning))
        }
    }

    /// Whether results of the task are stored: not where what it needs does not run, and may be anything.
    private func isCached(_ task: PlannedTask) -> Bool {
        task.definition.isCached && (request.takesNeeds || task.definition.needs.isEmpty)
    }

    @discardableResult
    private func warning<Value: Sendable>(
        _ what: String, _ task: PlannedTask, _ channel: TaskChannel,
        _ work: () async throws -> Value
    ) async -> Value? {
        do {
            return try await work()
        } catch is CancellationError {
            return nil
        } catch {
            let reason = (error as? any DiagnosableError)?.diagnostics.first
            channel.report(
                Diagnostic(
                    "\(task.name): \(what): \(reason?.message ?? "\(error)")",
                    severity: reason?.severity == .note ? .note : .warning))
            return nil
        }
    }
}

extension FingerprintVerdict {
    /// What tells the result that the task has from others.
    fileprivate var key: SHA256 { fingerprint.resultKey(of: inputs) }
}
