import ArgumentParser
import DevtoolKit
import Fetching
import Synchronization
import SystemPackage

struct BatchJob: Sendable {
    let options: SearchOptions
    let batch: BatchOptions
    let kept: IconStore

    /// Processes all pages of the list; after a signal it throws `Interrupted` once all complete lines are written.
    func run(_ list: String, in context: Context) async throws -> BatchTally {
        let shard = try batch.shard.map { text throws(Problem) in try ShardChoice(text).shard(in: context.environment) }
        let out = try batch.resume.map { try ResumeFile(context.path($0)) }
        defer { out?.close() }
        let path = list == "-" ? nil : context.path(list)
        let input = try path.map(open) ?? .standardInput
        let elsewhere = Atomic(0)
        let lines = BatchLines(input, named: path?.string ?? "<stdin>") { line in
            guard shard?.contains(key: line.host) ?? true else {
                elsewhere.add(1, ordering: .relaxed)
                return false
            }
            return !(out?.isDone(line) ?? false)
        }
        return try await context.console.withProgress("Processing pages") { shown in
            let progress = BatchProgress { shown.update($0) }
            func tally() -> BatchTally {
                var tally = progress.tally
                if let out { tally.earlier = out.earlier }
                tally.elsewhere = elsewhere.load(ordering: .relaxed)
                return tally
            }
            do {
                try await context.cancellingOnSignals { try await look(at: lines, writing: out, in: context, progress) }
            } catch {
                context.console.say(tally().summary)
                throw error
            }
            return tally()
        }
    }

    private func open(_ list: FilePath) throws(FaviconError) -> FileDescriptor {
        do { return try .input(list, isTyped: true) } catch { throw .noInput(list, error.errno) }
    }

    private func look(at lines: BatchLines, writing out: ResumeFile?, in context: Context, _ progress: BatchProgress)
        async throws
    {
        ThreadLimit.keepMemory()
        let spread = context.httpClient.spread(overThreads: min(4, Processors.count))
        defer { spread.close() }
        // A request that starts late has little of its page's time left, so its failure says nothing about the server.
        let client = DeadHostCache(spread, patience: options.timeout / 2)
        let search = IconSearch(client: client, options: options)
        var run = BatchRun()
        run.isOrdered = !batch.unordered
        try await run.run(
            reading: { try await lines.next(atMost: $0) },
            starting: { line, end in
                // Timing each page, and saving icons to disk, need a task.
                guard !context.console.keepsTestCases, !options.keepsImages, case .success(let place) = line.place
                else { return nil }
                return search.start(at: place.url) { beginning in
                    if let finding = search.finding(after: beginning) {
                        let report = IconReport(of: finding, requested: line.text)
                        end(.answered(answer(report, in: context)))
                    } else {
                        end(.unfinished { answer(try await report(on: line, search, after: beginning), in: context) })
                    }
                }
            },
            answering: { line in
                let begin = context.clock.now
                let report = try await report(on: line, search)
                if context.console.keepsTestCases {
                    context.console.record(report.testCase(took: context.clock.now - begin))
                }
                return answer(report, in: context)
            }, writing: { try out?.append($0) ?? context.console.write($0) }, telling: { progress.update($0) })
    }

    /// Returns the line for a page; warns at once if the page was not read completely, because another icon may be
    /// right.
    private func answer(_ report: IconReport, in context: Context) -> BatchAnswer {
        if report.finding?.page.isCut == true {
            for warning in report.warnings where warning.severity == .warning { context.console.report(warning) }
        }
        return BatchAnswer(report)
    }

    private func report(on line: BatchLine, _ search: IconSearch, after beginning: IconSearch.Beginning? = nil)
        async throws -> IconReport
    {
        let report =
            switch line.place {
            case .success(let place):
                try await search.report(on: place.url, orElse: place.other, requested: line.text, after: beginning)
            case .failure(let problem): IconReport(failed: .badLine(problem, line.text), requested: line.text)
            }
        // Without libcurl all lines would fail.
        if case .unreachable(.libraryUnusable(let reason)) = report.error {
            throw FaviconError.unreachable(.libraryUnusable(reason: reason))
        }
        return try kept.keeping(report)
    }
}

extension BatchAnswer {
    fileprivate init(_ report: IconReport) {
        let outcome: Outcome =
            switch report.error {
            case nil: .icon
            case .noIcon, .noneProved, .iconDeclined: .noIcon
            case .noInput, .notFetchable, .invalidBase, .badLine, .unreachable, .status, .errorPage, .uncheckedPage,
                .uncheckedLength, .notAPage, .uncheckedRefresh, .nothingBelow, .notAFile, .notBelow,
                .checkOfStandardInput, .noPages, .tooManyFiles, .unknownBase:
                .failed
            }
        self.init(outcome) { report.write(to: &$0) }
    }
}

struct BatchOptions: ParsableArguments {
    @Option(
        name: .customLong("batch"),
        help: ArgumentHelp(
            "Process a list of pages, one URL or host per line ('-' for standard input); print a "
                + "line of JSON for each.", valueName: "file")) var list: String?

    @Flag(help: "Print results as they arrive, not in the order of the list.") var unordered = false

    @Option(help: ArgumentHelp("Append results to this file; skip the pages it already has.", valueName: "out"))
    var resume: String?

    @Option(
        help: ArgumentHelp(
            "Process one part of the list, such as 2/5; auto and auto/5 read the CI system's variables.",
            valueName: "part")) var shard: String?

    func validate() throws {
        if list?.isEmpty == true { throw ValidationError("'--batch' requires a file, or '-' for standard input") }
        if resume?.isEmpty == true || resume == "-" { throw ValidationError("'--resume' requires a file") }
        guard list == nil else { return }
        for (option, isGiven) in [("--unordered", unordered), ("--resume", resume != nil), ("--shard", shard != nil)]
        where isGiven { throw ValidationError("'\(option)' requires '--batch'") }
    }
}
