import DevtoolKit
import Glibc
import SystemPackage

enum FileOutcome: Sendable {
    case done(BoardResult)
    case noExport
    case failed(any DiagnosableError)
}

/// Runs the job for all inputs, several of them concurrently, and reports the outcomes.
struct BoardRun {
    let inputs: BoardFiles
    let job: BoardJob

    /// Processes all inputs, then prints a summary.
    ///
    /// - Throws: the error of the only input, or the exit status of the first failure.
    func run() async throws {
        try OutputPlaces.check(inputs.files, of: job)
        if !inputs.isMany, let file = inputs.files.first { return try await runAlone(file) }
        if let export = job.export, job.isOneOutput { return try await runTogether(export) }
        let newFolder = newOutputFolder
        let tally = try await console.withProgress("Reading \(inputs.files.count) files") { try await runAll($0) }
        if tally.exports == 0, tally.failures.isEmpty, job.task != .check || !job.allowsEmpty {
            // The run created the folder, but has no output for it.
            _ = newFolder?.withPlatformString { rmdir($0) }
            throw Problem(.noInput, tally.summary(of: job))
        }
        tally.unknownName.map(console.report)
        console.say(tally.summary(of: job))
        tally.markNote(of: job).map(console.report)
        if let status = tally.failures.first { throw status }
        if tally.unknownName != nil { throw ExitStatus.badData }
        if tally.hasProblems { throw ExitStatus.problemsFound }
    }

    /// Writes all exports as one table.
    ///
    /// All are read before anything is written, and stay open until then.
    private func runTogether(_ export: BoardExport) async throws {
        var open: [OpenExport] = []
        var tally = RunTally(otherFiles: inputs.otherFiles)
        for file in inputs.files {
            let outcome = try await outcome(of: file) {
                let export = try await job.open(file)
                open.append(export)
                return export.result
            }
            tally.take(outcome, reportingTo: console)
        }
        // An incomplete table would replace the complete one.
        if let status = tally.failures.first { throw status }
        if open.isEmpty { throw Problem(.noInput, tally.summary(of: job)) }
        if let problem = tally.unknownName {
            console.report(problem)
            throw ExitStatus.badData
        }
        let boards = open.flatMap(\.boards)
        var export = export
        export.allowsEmpty = job.allowsEmpty
        if case .file(let path) = job.target {
            try export.check(boards, in: path.string, selecting: export.usualSelection)
            let output = try AtomicFile(replacing: path)
            try export.write(boards) { try output.write($0) }
            for export in open { try export.input.checkUnchanged() }
            try output.commit()
        } else {
            try export.check(boards, in: "<stdout>", selecting: export.usualSelection)
            for export in open { try job.refuseInputAsOutput(export.input) }
            try export.write(boards, to: console.write)
            for export in open { try export.input.checkUnchanged() }
        }
        console.say(tally.summary(of: job))
        tally.markNote(of: job).map(console.report)
    }

    private func runAll(_ progress: Progress) async throws -> RunTally {
        var tally = RunTally(otherFiles: inputs.otherFiles)
        var taken = 0
        try await inOrder { outcome in
            tally.take(outcome, reportingTo: console)
            taken += 1
            progress.update("Reading \(inputs.files.count) files: \(taken) done")
        }
        return tally
    }

    private var console: Console { job.context.console }

    private var newOutputFolder: FilePath? {
        guard case .folder(let folder) = job.target, !folder.path.isDirectory else { return nil }
        return folder.path
    }

    private func runAlone(_ file: BoardFile) async throws {
        let result = try await console.withProgress("Reading \(file.name)") { _ in
            try await job.run(file, isAlone: true)
        }
        result.diagnostics.forEach(console.report)
        if let summary = result.summary { console.say(summary.replacingControlCharacters()) }
        result.testCase.map(console.record)
        result.notes.forEach { console.say($0) }
        if let failure = result.failure { throw failure }
        if result.hasProblems { throw ExitStatus.problemsFound }
    }

    /// Passes on the outcomes in the order of the files, and processes several files at once.
    private func inOrder(_ take: (FileOutcome) -> Void) async throws {
        let files = inputs.files
        var waiting: [Int: FileOutcome] = [:]
        var (started, taken) = (0, 0)
        try await withThrowingTaskGroup(of: (Int, FileOutcome).self) { group in
            while taken < files.count {
                while started < files.count, started < taken + width {
                    let index = started
                    group.addTask {
                        let file = files[index]
                        return (index, try await outcome(of: file) { try await job.run(file) })
                    }
                    started += 1
                }
                guard let (index, result) = try await group.next() else { break }
                waiting[index] = result
                while let result = waiting.removeValue(forKey: taken) {
                    take(result)
                    taken += 1
                }
            }
        }
    }

    private func outcome(of file: BoardFile, _ result: () async throws -> BoardResult) async throws -> FileOutcome {
        do { return .done(try await result()) } catch CardsError.malformed(_, _, inExport: false) where file.isFound {
            return .noExport
        } catch CardsError.noBoard where file.isFound { return .noExport } catch let error as ConsoleError {
            // The output is broken, so the remaining files would fail, too.
            throw error
        } catch let error as any DiagnosableError { return .failed(error) }
    }

    /// The number of concurrent files; 1 if they share standard output.
    private var width: Int {
        switch job.target {
        case .standardOutput, .diff: 1
        case .file, .folder, .inPlace, .check: Processors.count
        }
    }
}

struct RunTally {
    private var changed = 0
    private var edits = 0
    private var unchanged = 0
    private var unmarked = 0
    private var unknownNames: [UnknownName] = []
    var otherFiles: Int
    private(set) var hasProblems = false
    var failures: [ExitStatus] = []

    init(otherFiles: Int) { self.otherFiles = otherFiles }

    mutating func take(_ outcome: FileOutcome, reportingTo console: Console) {
        switch outcome {
        case .done(let result):
            // The summary covers exports without problems.
            result.diagnostics.filter { $0.severity != .note }.forEach(console.report)
            result.testCase.map(console.record)
            if let summary = result.summary, result.scan.edits.count > 0 {
                console.say(summary.replacingControlCharacters(), at: .verbose)
            }
            result.notes.forEach { console.say($0) }
            result.failure.map { failures.append($0) }
            take(result)
        case .noExport: otherFiles += 1
        case .failed(let error):
            error.diagnostics.forEach(console.report)
            failures.append(error.exitStatus)
        }
    }

    private mutating func take(_ result: BoardResult) {
        let scan = result.scan
        edits += scan.edits.count
        if result.hasProblems { hasProblems = true }
        if let name = result.unknownName {
            unknownNames.append(name)
            return
        }
        switch (scan.treatedBoards, scan.edits.count) {
        case (0, _): unmarked += 1
        case (_, 0): unchanged += 1
        default: changed += 1
        }
    }

    var exports: Int { changed + unchanged + unmarked + unknownNames.count }

    func markNote(of job: BoardJob) -> Diagnostic? {
        guard unmarked > 0, unmarked == exports, !job.rule.includesUnmarkedBoards,
            let nothingDone = job.task.nothingDone
        else { return nil }
        return Diagnostic(
            "none of the exports has a board whose title ends in '#', \(nothingDone)", severity: .note,
            hint: "use '--all' for boards without '#'")
    }

    var unknownName: Diagnostic? {
        guard unknownNames.count == exports, let name = UnknownName.combined(unknownNames) else { return nil }
        return Diagnostic("\(name.problem) in any export", hint: name.hint)
    }

    func summary(of job: BoardJob) -> String {
        var parts = job.export == nil ? changes(job.task) : written
        if exports == 0, failures.isEmpty { parts = ["no exports found"] }
        if !failures.isEmpty { parts.append("\(failures.count) failed") }
        if otherFiles > 0 { parts.append("\(otherFiles.counted("other file")) skipped") }
        return parts.joined(separator: ", ")
    }

    private func changes(_ task: BoardOperation) -> [String] {
        var parts = ["\(task.summary(ofCards: edits)) in \(changed.counted("export"))"]
        if unchanged > 0 { parts.append("\(unchanged) \(task.nothingWrong)") }
        if unmarked > 0 { parts.append("\(unmarked) not marked with '#'") }
        if let name = unknownNames.first {
            parts.append("\(unknownNames.count) without the requested \(name.kind.rawValue)")
        }
        return parts
    }

    private var written: [String] { ["\(exports.counted("export")) written"] }
}
