import DevtoolKit
import Synchronization

extension TaskRun {
    /// Runs a task with a fingerprint, unless it is up to date or its result is in the cache.
    func result(
        of work: TaskWork, _ index: Int, _ inputs: TaskInputs, _ fingerprints: FingerprintStore, _ outdated: String?
    ) async throws -> TaskResult {
        let (task, channel) = (work.task, work.channel)
        let name = fingerprints.name(of: inputs)
        try work.callers.check(name, of: task)
        let lock: FileLock
        do {
            lock = try await fingerprints.lock(inputs) {
                channel.say("\(task.name): waiting for another run of devtool")
            }
        } catch let error as FileError where error.isAboutWriting {
            reportUnrecorded(task, error, on: channel)
            return await scheduler.holdingSlot(of: index, work.perform)
        }
        defer { lock.release() }
        let verdict = try fingerprints.check(inputs)
        explainPatterns(of: task, verdict, on: channel)
        if verdict.isUpToDate, outdated == nil, !request.forcesRun {
            madeChecksums.withLock { $0[index] = verdict.fingerprint.outputs.checksum }
            return .upToDate
        }
        let reasons = verdict.reasons + [outdated].compactMap(\.self)
        if outdated == nil, let stored = await results?.find(verdict, of: task, on: channel) {
            explain(task, stored.isRemote ? "is restored from the remote cache" : "is restored", reasons, on: channel)
            try fingerprints.begin(verdict)
            if let restored = await results?.restore(stored, verdict, of: task, on: channel) {
                let outputs = try fingerprints.store(verdict, restored: restored).outputs
                madeChecksums.withLock { $0[index] = outputs.checksum }
                return .restored(isRemote: stored.isRemote)
            }
        }
        explain(task, "runs", reasons, on: channel)
        try fingerprints.begin(verdict)
        let holding = work.holding(lock.descriptor, named: name)
        let result = await scheduler.holdingSlot(of: index, holding.perform)
        guard result == .succeeded else { return result }
        try task.unmatchedOutputs().forEach(channel.report)
        do {
            let (outputs, isCertain) = try fingerprints.store(verdict)
            madeChecksums.withLock { $0[index] = outputs.checksum }
            if isCertain { await results?.store(outputs, verdict, of: task, on: channel) }
        } catch let error as FileError where error.isAboutWriting { reportUnrecorded(task, error, on: channel) }
        return result
    }

    private func reportUnrecorded(_ task: PlannedTask, _ error: FileError, on channel: TaskChannel) {
        let reason = error.diagnostics.map(\.message).joined()
        channel.report(Diagnostic("\(task.name): the next run will repeat it: \(reason)", severity: .warning))
    }

    func explain(_ task: PlannedTask, _ verb: String, _ reasons: [String], on channel: TaskChannel) {
        guard request.explains else { return }
        let reasons = reasons.isEmpty ? "forced by --force-run" : reasons.joined(separator: "; ")
        channel.say("\(task.name) \(verb): \(reasons)")
    }

    private func explainPatterns(of task: PlannedTask, _ verdict: FingerprintVerdict, on channel: TaskChannel) {
        guard request.explains, context.console.verbosity == .verbose else { return }
        let fingerprint = verdict.fingerprint
        for (kind, patterns, files) in [
            ("sources", task.sources, fingerprint.sources), ("outputs", task.outputs, fingerprint.outputs),
        ] where !patterns.isEmpty {
            channel.say("\(task.name): \(kind) \(patterns.joined(separator: " "))")
            for index in 0..<files.count { channel.say("  \(files.path(at: index))") }
        }
    }

    /// The checksums of the outputs of a task's needs; for needs without outputs, of those that they need.
    func outputChecksums(ofNeedsOf index: Int) -> [NamedChecksum] {
        let checksums = madeChecksums.withLock(\.self)
        var found: [String: SHA256] = [:]
        var seen: Set<Int> = []
        var open = plan.nodes[index].needs
        while let need = open.popLast() {
            guard seen.insert(need).inserted else { continue }
            if plan.tasks[need].outputs.isEmpty { open += plan.nodes[need].needs }
            open += plan.called(by: need)
            if !plan.tasks[need].outputs.isEmpty { found[plan.tasks[need].name] = checksums[need] }
        }
        return found.map { NamedChecksum(name: $0.key, checksum: $0.value) }
    }
}
