import DevtoolKit
import Synchronization
import SystemPackage

/// One run of a plan, from the first task to the summary.
final class TaskRun: Sendable {
    private let plan: TaskPlan
    private let request: RunRequest
    private let mode: RunMode
    private let outputs: TaskOutputs
    private let fingerprints: FingerprintStore?
    private let results: TaskResults?
    private let scheduler: PlanScheduler
    private let ledger: TaskLedger
    private let programs = ProgramSearch()
    /// What tasks have made, by their indices.
    private let outputChecksums = Mutex<[Int: SHA256]>([:])
    private let wasStopped = Mutex(false)
    private let context: Context
    private let catalog: TaskCatalog
    /// What is shared with runs that tasks' commands start, or with the one that has started this.
    private let sharing: (any RunSharing)?
    private let isNested: Bool

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - plan: what is run.
    ///   - request: what the command line asks for.
    ///   - mode: what the command line and the configuration together ask for.
    ///   - catalog: where the tasks are from.
    ///   - context: where it is run.
    /// - Throws: ``FileError`` when there is no folder for fingerprints, and a task wants one;
    ///   ``NestedRunError``.
    init(
        _ plan: TaskPlan, _ request: RunRequest, _ mode: RunMode, of catalog: TaskCatalog,
        in context: Context
    ) throws {
        self.plan = plan
        self.request = request
        self.mode = mode
        self.catalog = catalog
        let environment = SharedTask.checksum(of: context.environment)
        @Sendable func key(_ index: Int) -> SHA256 {
            plan.inputs(
                of: index, configuration: catalog.configuration(of: plan.tasks[index].definition),
                project: catalog.files[0].removingLastComponent()
            ).key(in: environment)
        }
        let link = RunLink(in: context, key: key)
        let slots = JobSlots(mode.jobs, lender: link)
        let hub =
            link == nil
            ? try? RunHub(on: context.console, slots, keys: { plan.tasks.indices.map(key) }) : nil
        (sharing, isNested) = (link ?? hub, link != nil)
        var context = context
        var variables = try NestedRun.environment(in: context)
        if let hub { variables[SharedTask.sessionVariable] = hub.name }
        context.processes = ProcessRunner(
            console: context.console, gracePeriod: mode.gracePeriod, environment: variables)
        context.environment["DEVTOOL_CONFIG"] = catalog.files[0].string
        if request.assumesYes { context.environment["DEVTOOL_ASSUME_YES"] = "1" }
        self.context = context
        outputs = TaskOutputs(
            for: plan, mode.output, isWatched: request.watches, on: context.console)
        fingerprints =
            plan.tasks.contains(where: \.hasFingerprint) ? try FingerprintStore(in: context) : nil
        results =
            plan.tasks.contains(where: \.definition.isCached)
            ? try TaskResults(in: context, mode, request) : nil
        scheduler = PlanScheduler(plan, mode, slots)
        ledger = TaskLedger(of: plan)
    }

    /// Runs the tasks, and tells how they came out.
    ///
    /// - Throws: ``ExitStatus`` where one has failed, ``Interrupted`` after a signal.
    func perform() async throws {
        let start = context.clock.now
        try await context.observingSignals { [scheduler, ledger] count, signal in
            ledger.note(signal: signal)
            if count == 1 { scheduler.stop() } else { scheduler.abandon() }
        } while: {
            await scheduler.run { await self.run($0) }
            try await outputs.finish()
            results?.trim(on: context.console)
            await conclude(took: context.clock.now - start)
        }
        if let status = ledger.status { throw status }
        // Whatever the reason: not all was done that was asked for.
        if !wasStopped.withLock(\.self), !ledger.isComplete { throw ExitStatus.problemsFound }
    }

    /// Tells how the tasks came out.
    private func conclude(took duration: Duration) async {
        let summary = ledger.summary
        summary.testCases.forEach(context.console.record)
        if isNested { await sharing?.report(summary.testCases) }
        StepSummary(in: context)?.append(summary.markdown)
        if let text = summary.text(took: duration) { context.console.say(text) }
    }

    /// Stops the run, as for its next one when a source has changed.
    func stop() {
        wasStopped.withLock { $0 = true }
        scheduler.stop()
    }

    /// Does the work of a task.
    ///
    /// - Returns: whether those that need it may run.
    private func run(_ index: Int, holding held: HeldTasks? = nil) async -> Bool {
        let task = plan.tasks[index]
        let start = context.clock.now
        let channel = outputs.open(for: task)
        var result = await result(of: index, on: channel, holding: held)
        var isSuccess = result.isSuccess
        if case .failed(let reason, let status) = result {
            isSuccess = task.definition.ignoresError
            let isIgnored = task.isFailureIgnored
            if isIgnored { result = .ignored(reason, status) }
            var place = task.definition.location
            place.excerpt = nil
            channel.report(
                Diagnostic(
                    RunSummary.failure(of: task, reason) + (isIgnored ? " (ignored)" : ""),
                    severity: isIgnored ? .warning : .error, at: place, rule: RunRule.taskFailed))
        }
        channel.close()
        ledger.append(
            index, result, took: context.clock.now - start,
            output: result.isRemarkable ? channel.writtenOutput : "")
        return isSuccess
    }

    /// Does the work of the tasks of a step.
    ///
    /// - Parameters:
    ///   - call: the part of the plan.
    ///   - held: the tasks whose commands run within each other.
    /// - Throws: ``TaskWork/Failure`` where one fails; `CancellationError`.
    private func run(call: Int, holding held: HeldTasks) async throws {
        let isSuccess = await scheduler.run(call: call) { await self.run($0, holding: held) }
        // Where its time is over, it does not go on, whatever has become of these.
        try Task.checkCancellation()
        if isSuccess { return }
        guard let (name, status) = ledger.failure(ofCall: call) else { throw CancellationError() }
        throw TaskWork.Failure.failed("'\(name)' failed", status)
    }

    private func result(
        of index: Int, on channel: TaskChannel, holding held: HeldTasks?
    ) async -> TaskResult {
        let task = plan.tasks[index]
        guard let sharing, isShared(index) else {
            return await ownResult(of: index, on: channel, holding: held)
        }
        let within = context.environment[SharedTask.withinVariable, default: ""]
        let answer: SharedTask.Answer
        do {
            answer = try await sharing.claim(index, within: within)
        } catch {
            return .stopped
        }
        switch answer {
        case .run: break
        case .done(let checksum):
            outputChecksums.withLock { $0[index] = checksum }
            return .skipped("it has run already")
        case .cycle:
            let error = HeldTaskError(task: task.name, location: task.definition.location)
            error.diagnostics.forEach(channel.report)
            return .failed("it waits for itself", error.exitStatus)
        }
        let result = await ownResult(of: index, on: channel, holding: held)
        let checksum = outputChecksums.withLock { $0[index] }
        sharing.end(index, isSuccess: result.isSuccess, checksum: checksum)
        return result
    }

    /// The variable that tells a run within which tasks it is within.
    private func within(_ index: Int, in context: Context) -> [String: String] {
        guard let sharing else { return [:] }
        let outer = context.environment[SharedTask.withinVariable]
        let marker = sharing.marker(of: index)
        return [SharedTask.withinVariable: outer.map { "\($0) \(marker)" } ?? marker]
    }

    /// Whether a task runs once among runs within each other: what a run needs, and for those within the outermost
    /// one what that runs.
    private func isShared(_ index: Int) -> Bool {
        let task = plan.tasks[index]
        return plan.callOf[index] == nil && !task.isCleanup && !task.steps.isEmpty
            && !(isNested && task.isRequested)
    }

    private func ownResult(
        of index: Int, on channel: TaskChannel, holding held: HeldTasks?
    ) async -> TaskResult {
        let task = plan.tasks[index]
        let isLeftOut =
            plan.owners[index].map { !$0.contains(where: ledger.hasRun) }
            ?? plan.lateCleanups[index].map { !$0.contains(where: ledger.hasBegun) } ?? false
        if isLeftOut { return .skipped("nothing ran that it comes after") }
        let context = held?.told(to: context) ?? context
        guard task.isForThisSystem else {
            return .skipped("only for \(task.platforms.joined(separator: ", "))")
        }
        let work = TaskWork(
            task: task,
            context: context.inside(
                task, file: catalog.files[0],
                adding: (task.isCleanup ? ledger.variables(for: index) : [:])
                    .merging(within(index, in: context)) { $1 }),
            channel: channel, programs: programs,
            runCall: { try await self.run(call: $0, holding: HeldTasks(in: $1)) })
        return await work.catching {
            guard try await scheduler.holdingSlot(work.meetsCondition) else {
                return .skipped("its condition is not met")
            }
            let outdated = try await scheduler.holdingSlot(work.failingStatus).map {
                "'\($0.shown)' failed"
            }
            guard let fingerprints, task.hasFingerprint else {
                if task.status.isEmpty { return await scheduler.holdingSlot(work.perform) }
                if outdated == nil, !request.forcesRun { return .upToDate }
                explain(task, "runs", [outdated].compactMap(\.self), on: channel)
                return await scheduler.holdingSlot(work.perform)
            }
            try UnmatchedSource.warnings(of: task).forEach(channel.report)
            var inputs = plan.inputs(
                of: index,
                configuration: catalog.configuration(of: task.definition),
                project: catalog.files[0].removingLastComponent())
            inputs.needs = outputChecksums(ofNeedsOf: index)
            return try await result(of: work, index, inputs, fingerprints, outdated)
        }
    }

    /// The result of a task that need not be run where its result is up to date.
    private func result(
        of work: TaskWork, _ index: Int, _ inputs: TaskInputs, _ fingerprints: FingerprintStore,
        _ outdated: String?
    ) async throws -> TaskResult {
        let (task, channel) = (work.task, work.channel)
        let name = fingerprints.name(of: inputs)
        let held = HeldTasks(in: context)
        try held.check(name, of: task)
        let lock = try await fingerprints.lock(inputs) {
            channel.say("\(task.name): waiting for another run of devtool")
        }
        defer { lock.release() }
        let verdict = try fingerprints.check(inputs)
        explainPatterns(of: task, verdict, on: channel)
        if verdict.state == .upToDate, outdated == nil, !request.forcesRun {
            outputChecksums.withLock { $0[index] = verdict.fingerprint.outputs.checksum }
            return .upToDate
        }
        let reasons = verdict.reasons + [outdated].compactMap(\.self)
        if outdated == nil, let stored = await results?.find(verdict, of: task, on: channel) {
            explain(task, "is restored", reasons, on: channel)
            try fingerprints.begin(verdict)
            if let restored = await results?.restore(stored, verdict, of: task, on: channel) {
                let outputs = try fingerprints.store(verdict, restored: restored)
                outputChecksums.withLock { $0[index] = outputs.checksum }
                return .restored
            }
        }
        explain(task, "runs", reasons, on: channel)
        try fingerprints.begin(verdict)
        var inside = held.adding(name, to: work.context)
        // If devtool is killed, its children go on, and hold the lock until they end.
        inside.processes = inside.processes.with(keepingOpen: lock.descriptor)
        let result = await scheduler.holdingSlot(work.inside(inside).perform)
        if result == .succeeded {
            let outputs = try fingerprints.store(verdict)
            outputChecksums.withLock { $0[index] = outputs.checksum }
            await results?.store(outputs, verdict, of: task, on: channel)
        }
        return result
    }

    /// Says why a task runs, or is restored, where that is asked for.
    private func explain(
        _ task: PlannedTask, _ verb: String, _ reasons: [String], on channel: TaskChannel
    ) {
        guard request.explains else { return }
        let reasons = reasons.isEmpty ? "forced by --force-run" : reasons.joined(separator: "; ")
        channel.say("\(task.name) \(verb): \(reasons)")
    }

    /// Says what a task's patterns match, where all reasons are asked for.
    private func explainPatterns(
        of task: PlannedTask, _ verdict: FingerprintVerdict, on channel: TaskChannel
    ) {
        guard request.explains, context.console.verbosity == .verbose else { return }
        let fingerprint = verdict.fingerprint
        for (kind, patterns, files) in [
            ("sources", task.sources, fingerprint.sources),
            ("outputs", task.outputs, fingerprint.outputs),
        ] where !patterns.isEmpty {
            channel.say("\(task.name): \(kind) \(patterns.joined(separator: " "))")
            for index in 0..<files.count { channel.say("  \(files.path(at: index))") }
        }
    }

    /// What the needs of a task have made, also behind those that do nothing themselves.
    private func outputChecksums(ofNeedsOf index: Int) -> [NamedChecksum] {
        let checksums = outputChecksums.withLock(\.self)
        var found: [String: SHA256] = [:]
        var seen: Set<Int> = []
        var open = plan.nodes[index].needs
        while let need = open.popLast() {
            guard seen.insert(need).inserted else { continue }
            if plan.tasks[need].actions.isEmpty { open += plan.nodes[need].needs }
            open += plan.called(by: need)
            if !plan.tasks[need].outputs.isEmpty { found[plan.tasks[need].name] = checksums[need] }
        }
        return found.map { NamedChecksum(name: $0.key, checksum: $0.value) }
    }
}

/// The options of a run, from the command line and the configuration.
struct RunMode: Sendable {
    /// Run this many tasks concurrently.
    let jobs: Int
    /// How output is shown; nil for what suits the plan.
    let output: OutputMode?
    /// Whether tasks that do not need a failed one are still run.
    let keepsGoing: Bool
    /// What becomes of running tasks when another one fails.
    let failFast: FailFast
    /// How long a task may take to end.
    let gracePeriod: Duration
    /// How many bytes stored results may take.
    let cacheSize: Int64
    /// How long a result that is not used stays stored.
    let cacheAge: Duration

    /// Puts the two together; the command line wins.
    init(_ request: RunRequest, _ section: ConfigurationSection) {
        jobs = min(
            request.jobs ?? section[RunSetting.jobs] ?? Processors.count, DescriptorLimit.children,
            ThreadLimit.children)
        output = request.output ?? section[RunSetting.output]
        keepsGoing = request.keepsGoing ?? section[RunSetting.keepsGoing]
        failFast = request.failFast ?? section[RunSetting.failFast]
        gracePeriod = section[RunSetting.gracePeriod]
        cacheSize =
            Int64(section[RunSetting.cacheSize] ?? RunSetting.defaultCacheSize) * 1_000_000
        cacheAge = section[RunSetting.cacheAge]
    }
}
