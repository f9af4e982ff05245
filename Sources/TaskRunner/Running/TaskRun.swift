import DevtoolKit
import Shell
import Synchronization
import SystemPackage

final class TaskRun: Sendable {
    /// With `--yes`, these make just and Task skip their prompts.
    static let answers: [String: String?] = ["JUST_YES": "true", "TASK_ASSUME_YES": "true"]

    let plan: TaskPlan
    let request: RunRequest
    private let mode: RunMode
    private let outputs: TaskOutputs
    private let fingerprints: FingerprintStore?
    let results: TaskResults?
    let scheduler: PlanScheduler
    private let ledger: TaskLedger
    private let programs = ProgramSearch()
    let madeChecksums = Mutex<[Int: SHA256]>([:])
    /// The tasks that were run by a run that shares tasks with this one.
    let doneElsewhere = Mutex<Set<Int>>([])
    private let wasStopped = Mutex(false)
    let context: Context
    private let catalog: TaskCatalog
    /// The connection to nested runs.
    private let hub: RunHub?
    /// The connection to the outermost run.
    private let link: RunLink?
    var sharing: (any RunSharing)? { link ?? hub }
    var isNested: Bool { link != nil }

    init(
        _ plan: TaskPlan, _ request: RunRequest, _ mode: RunMode, of catalog: TaskCatalog, _ results: TaskResults?,
        in context: Context
    ) throws {
        self.plan = plan
        self.request = request
        self.mode = mode
        self.catalog = catalog
        let keys = { @Sendable [environment = context.environment] in plan.sharedKeys(in: catalog, environment) }
        let link = RunLink(in: context, keys)
        let slots = JobSlots(mode.jobs, lender: link)
        let hub = link == nil ? try? RunHub(on: context.console, slots, keys) : nil
        (self.hub, self.link) = (hub, link)
        var context = context
        outputs = TaskOutputs(for: plan, mode, isWatched: request.watches, in: context)
        var variables = try context.nestedEnvironment()
        if outputs.isLabelled { variables[TaskOutputs.labelledVariable] = "1" }
        if let hub { variables[RunHub.sessionVariable] = hub.name }
        if request.assumesYes { variables.merge(Self.answers) { $1 } }
        context.processes = ProcessRunner(
            console: context.console, gracePeriod: mode.gracePeriod, environment: variables)
        context.environment["DEVTOOL_CONFIG"] = catalog.files[0].string
        if request.assumesYes { context.environment["DEVTOOL_ASSUME_YES"] = "1" }
        self.context = context
        fingerprints = plan.tasks.contains(where: \.hasFingerprint) ? try FingerprintStore(in: context) : nil
        self.results = results
        scheduler = PlanScheduler(plan, mode, slots)
        ledger = TaskLedger(of: plan)
    }

    /// Runs the tasks, and reports the results.
    ///
    /// - Throws: ``ExitStatus`` if a task has failed, ``Interrupted`` after a signal.
    func perform() async throws {
        let start = context.clock.now
        if mode.jobs > 1, plan.tasks.count > 1 { MainThread.takeShortTurns() }
        try await context.observingSignals { [scheduler, ledger, link, mode, clock = context.clock] count, signal in
            ledger.note(signal: signal)
            if count == 1 { scheduler.stop() } else { scheduler.abandon() }
            link?.leave(after: mode.gracePeriod, on: clock)
        } while: {
            let callers = TaskCallers(in: context)
            await scheduler.run { await self.run($0, within: callers) }
            try await outputs.finish()
            results?.trim(on: context.console)
            await conclude(took: context.clock.now - start)
        }
        if let status = ledger.status { throw status }
        // Some requested tasks did not run, for whatever reason.
        if !wasStopped.withLock(\.self), !ledger.isComplete { throw ExitStatus.problemsFound }
    }

    private func conclude(took duration: Duration) async {
        lazy var summary = ledger.summary
        if isNested || context.console.keepsTestCases {
            let cases = summary.testCases
            cases.forEach(context.console.record)
            await link?.report(cases)
        }
        StepSummary(in: context)?.append(summary.markdown(of: request, took: duration))
        if context.console.verbosity > .quiet { summary.say(took: duration, on: context.console) }
    }

    func stop() {
        wasStopped.withLock { $0 = true }
        scheduler.stop()
    }

    private func run(_ index: Int, within callers: TaskCallers) async -> Bool {
        let task = plan.tasks[index]
        let start = context.clock.now
        let channel = outputs.open(for: task)
        var result = await result(of: index, on: channel, within: callers)
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
                    severity: isIgnored ? .warning : .error, at: place, rule: .taskFailed))
        }
        channel.close(after: result)
        ledger.append(
            index,
            RunSummary.Line(
                task: task, result: result, duration: context.clock.now - (channel.begin ?? start),
                output: result.isRemarkable ? channel.writtenOutput : "", failedAttempts: channel.failedAttempts,
                hasFailedPart: channel.hasFailedPart || hub?.hasFailedPart(index) == true))
        return isSuccess
    }

    /// Runs the tasks of a step; throws ``Problem`` if one fails.
    private func run(call: Int, of caller: Int, within callers: TaskCallers) async throws {
        let isSuccess = await scheduler.run(call: call, of: caller) { await self.run($0, within: callers) }
        // Stop at the deadline, whatever the results.
        try Task.checkCancellation()
        if isSuccess { return }
        guard let (name, status) = ledger.failure(ofCall: call) else { throw CancellationError() }
        throw Problem(status, "'\(name)' failed")
    }

    func ownResult(of index: Int, on channel: TaskChannel, within callers: TaskCallers) async -> TaskResult {
        let task = plan.tasks[index]
        let isLeftOut =
            plan.owners[index].map { !$0.contains(where: ledger.hasRun) } ?? plan.lateCleanups[index].map {
                !$0.contains(where: ledger.hasBegun)
            } ?? false
        if isLeftOut { return .skipped("none of the tasks before it ran") }
        if task.isCleanup {
            let cleaned = plan.nodes[index].follows.filter { !plan.tasks[$0].isCleanup }
            let isLeftToOther = doneElsewhere.withLock { done in
                !done.isEmpty && !cleaned.isEmpty && cleaned.allSatisfy(done.contains)
            }
            if isLeftToOther { return .skipped("the tasks that it cleans up after have already run") }
        }
        guard task.isForThisSystem else { return .skipped("only for \(task.platforms.joined(separator: ", "))") }
        if let omission = plan.omission(of: index) { return .skipped(omission) }
        var callers = callers
        if let sharing { callers.append(marker: sharing.marker(of: index)) }
        let work = TaskWork(
            task: task,
            context: context.inside(
                task, file: catalog.files[0], adding: task.isCleanup ? ledger.variables(for: index) : [:]),
            channel: channel, programs: programs, callers: callers
        ) { [self] in try await run(call: $0, of: index, within: $1) }
        return await work.catching {
            if task.condition != nil, try await !scheduler.holdingSlot(of: index, work.meetsCondition) {
                return .skipped("its condition is not met")
            }
            let outdated =
                task.status.isEmpty
                ? nil : try await scheduler.holdingSlot(of: index, work.failingStatus).map { "'\($0.shown)' failed" }
            guard let fingerprints, task.hasFingerprint else {
                if task.status.isEmpty { return await scheduler.holdingSlot(of: index, work.perform) }
                if outdated == nil, !request.forcesRun { return .upToDate }
                explain(task, "runs", [outdated].compactMap(\.self), on: channel)
                return await scheduler.holdingSlot(of: index, work.perform)
            }
            try task.unmatchedSources().forEach(channel.report)
            var inputs = plan.inputs(of: index, in: catalog)
            inputs.needs = outputChecksums(ofNeedsOf: index)
            // Reading and copying files takes long, so use all processors, and keep the main thread free for signals.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { [inputs] in
                try await result(of: work, index, inputs, fingerprints, outdated)
            }
        }
    }
}

extension Rule {
    static let taskFailed = Rule(
        "task", "TaskFailed", "A task in devtool.yml failed.",
        help: "Read the task's output, fix the problem, and run the task again.")
}
