import DevtoolKit
import Synchronization

/// A run's access to the cache of results; its errors are warnings, after which the task runs.
final class TaskResults: Sendable {
    private let cache: ResultCache
    private let remote: RemoteCache?
    private let mode: RunMode
    private let request: RunRequest
    private let hasStored = Mutex(false)

    init(in context: Context, _ mode: RunMode, _ request: RunRequest, _ remote: RemoteCache?) throws {
        cache = try ResultCache(in: context)
        self.remote = remote
        self.mode = mode
        self.request = request
    }

    /// The stored result of a task that is not up to date; `nil` if there is none, or the task must run.
    func find(_ verdict: FingerprintVerdict, of task: PlannedTask, on channel: TaskChannel) async -> StoredResult? {
        guard isCached(task), !request.forcesRun else { return nil }
        // Without any source, all results would have the same key.
        if !task.sources.isEmpty, verdict.fingerprint.sources.count == 0 { return nil }
        return await warning("not restored", task, channel) {
            if let stored = try await cache.result(for: verdict.key, of: verdict.inputs) { return stored }
            let fetched = try await remote?.fetch(verdict.key, of: verdict.inputs, into: cache, on: channel)
            if fetched != nil { hasStored.withLock { $0 = true } }
            return fetched ?? nil
        } ?? nil
    }

    func restore(_ result: StoredResult, _ verdict: FingerprintVerdict, of task: PlannedTask, on channel: TaskChannel)
        async -> SourceList?
    {
        await warning("not restored", task, channel) {
            try result.restore(in: verdict.inputs.directory, over: verdict.fingerprint.outputs)
        }
    }

    func store(_ outputs: SourceList, _ verdict: FingerprintVerdict, of task: PlannedTask, on channel: TaskChannel)
        async
    {
        guard isCached(task) else { return }
        let isStored = await warning("not stored", task, channel) {
            let inputs = verdict.inputs
            // If outputs are missing, there is nothing complete to restore later.
            if try !inputs.missingOutputs().isEmpty { return false }
            try await cache.store(outputs, of: inputs, as: verdict.key)
            hasStored.withLock { $0 = true }
            return true
        }
        guard isStored == true, let remote else { return }
        await warning("not sent", task, channel) {
            try await remote.send(verdict.key, of: verdict.inputs, from: cache, on: channel)
        }
    }

    func trim(on console: Console) {
        guard hasStored.withLock(\.self) else { return }
        do { try cache.trim(to: mode.cacheSize, unusedFor: mode.cacheAge) } catch {
            console.report(Diagnostic("\(error)", severity: .warning))
        }
    }

    /// Whether results are stored: with `--no-needs`, what the task needs may be in any state.
    private func isCached(_ task: PlannedTask) -> Bool {
        task.definition.isCached && (request.takesNeeds || task.definition.needs.isEmpty)
    }

    @discardableResult private func warning<Value: Sendable>(
        _ what: String, _ task: PlannedTask, _ channel: TaskChannel, _ work: () async throws -> Value
    ) async -> Value? {
        do { return try await work() } catch is CancellationError { return nil } catch {
            let reason = (error as? any DiagnosableError)?.diagnostics.first
            channel.report(
                Diagnostic(
                    "\(task.name): \(what): \(reason?.message ?? "\(error)")",
                    severity: reason?.severity == .note ? .note : .warning))
            return nil
        }
    }
}

extension FingerprintVerdict { fileprivate var key: SHA256 { fingerprint.resultKey(of: inputs) } }
