import DevtoolKit
import Synchronization

extension LiquibaseJob {
    /// Runs several targets and prints a table; returns `nil` as the report of those that did not start.
    func performTogether(_ runs: [TargetRun], in context: Context) async throws -> [LiquibaseReport?] {
        let ledger = SharedJVMLedger(runs)
        do {
            try await context.console.withProgress("Liquibase on \(runs.count) targets") { shown in
                try await perform(runs, in: context, ledger) {
                    shown.update("Liquibase: \(ledger.endedCount) of \(runs.count) targets done")
                }
            }
        } catch {
            await ledger.settle()
            await ledger.stop(as: ExitStatus(after: error) ?? .internalError)
            context.console.say(ledger.table)
            throw error
        }
        await ledger.settle()
        if !tellsPending { context.console.say(ledger.table) }
        return ledger.reports
    }

    private func perform(
        _ runs: [TargetRun], in context: Context, _ ledger: SharedJVMLedger, onEnd: @escaping @Sendable () -> Void
    ) async throws {
        // Each combination of Java and Liquibase needs its own process.
        var rest = Array(runs.indices)
        while let first = rest.first {
            let group = rest.filter { runs[$0].launch.isSame(as: runs[first].launch) }
            rest.removeAll(where: group.contains)
            if mode.failFast, ledger.hasFailed { return }
            let jvm = SharedJVM(launch: runs[first].launch, jobs: mode.jobs, failsFast: mode.failFast)
            _ = try await jvm.run(group.map { runs[$0].run }) { number, event in
                ledger.note(event, of: group[number])
                switch event {
                case .ended, .timedOut: onEnd()
                case .began, .line: break
                }
            }
        }
    }
}

private final class SharedJVMLedger: Sendable {
    private struct State {
        var reports: [LiquibaseReport?]
        var begun: Set<Int> = []
        var ends: [Int: OneShot<Termination?>] = [:]
        var keepers: [Task<Void, Never>] = []
        var open: [Int: @Sendable ([ChangeSetIdentity]?) -> LiquibaseReport] = [:]
    }

    private let runs: [TargetRun]
    private let state: Mutex<State>

    init(_ runs: [TargetRun]) {
        self.runs = runs
        state = Mutex(State(reports: runs.map { _ in nil }))
    }

    var reports: [LiquibaseReport?] { state.withLock(\.reports) }
    var endedCount: Int { reports.count { $0 != nil } }
    var hasFailed: Bool { reports.contains { $0.map { $0.status != .success } ?? false } }

    func note(_ event: SharedJVM.Event, of number: Int) {
        let run = runs[number]
        switch event {
        case .began: begin(run, number)
        // Standard output may be closed, but the runs must continue.
        case .line(let line): try? run.receive(line)
        case .ended(let termination):
            let error = termination == .exited(0) ? run.sqlError : nil
            end(number, termination) { history in
                error.map { run.reporter.end($0) } ?? run.reporter.end(termination, history)
            }
        case .timedOut(let program, let time):
            end(number, nil) { history in run.reporter.end(ProcessError.timedOut(program, after: time), history) }
        }
    }

    private func begin(_ run: TargetRun, _ number: Int) {
        run.reporter.begin()
        let end = OneShot<Termination?>()
        let keeper = Task {
            await run.keeper.prepare()
            let running = Task {
                guard let termination = await end.value() else { throw CancellationError() }
                return termination
            }
            _ = try? await run.keeper.attend(running)
            let report = self.state.withLock { $0.open.removeValue(forKey: number) }
            guard let report else { return }
            let result = report(await run.openHistory())
            self.state.withLock { $0.reports[number] = result }
        }
        state.withLock { state in
            state.begun.insert(number)
            state.ends[number] = end
            state.keepers.append(keeper)
        }
    }

    /// Records the end of a run; a report that needs the history waits until the lock is settled.
    private func end(
        _ number: Int, _ termination: Termination?,
        _ report: @escaping @Sendable ([ChangeSetIdentity]?) -> LiquibaseReport
    ) {
        let isOpen = runs[number].reporter.isOpen
        let result = isOpen ? nil : report(nil)
        let end = state.withLock { state in
            state.reports[number] = result
            if isOpen { state.open[number] = report }
            return state.ends.removeValue(forKey: number)
        }
        end?.complete(with: termination)
    }

    func settle() async {
        let (ends, keepers) = state.withLock { ($0.ends.values, $0.keepers) }
        ends.forEach { $0.complete(with: nil) }
        for keeper in keepers { await keeper.value }
    }

    /// Reports the targets that started but did not end, because their applied changesets persist.
    func stop(as status: ExitStatus) async {
        let stopped = state.withLock { state in state.begun.filter { state.reports[$0] == nil }.sorted() }
        for number in stopped {
            let report = runs[number].reporter.end(nil, await runs[number].openHistory(), as: status)
            state.withLock { $0.reports[number] = report }
        }
    }

    var table: String {
        var table = Table("TARGET", "RESULT", "CHANGESETS", "TIME")
        for (run, report) in zip(runs, reports) {
            table.append(
                run.target.name, report?.result ?? "not run", report?.summary.deeds ?? "",
                report?.summary.duration.shortText ?? "")
        }
        return table.text
    }
}

extension LiquibaseReport {
    var result: String {
        switch status.rawValue {
        case 0: "ok"
        case 129...: "stopped"
        case let status: "failed (\(status))"
        }
    }
}
