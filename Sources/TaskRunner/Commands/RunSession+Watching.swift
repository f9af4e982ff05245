import DevtoolKit
import Glibc
import SystemPackage

extension RunSession {
    /// The number of consecutive runs that seem to trigger each other before the user is warned.
    private static let loopLength = 5
    private static let waiting = "waiting for changes; press Ctrl-C to stop"

    /// Runs the plan, and again whenever a source or a file with tasks changes; an unfinished run is stopped first.
    ///
    /// - Throws: ``Interrupted``; errors in the tasks at the beginning. Later errors are reported, and the watch
    ///   continues.
    func watch(_ catalog: TaskCatalog, _ plan: TaskPlan) async throws {
        guard plan.tasks.contains(where: { !$0.sources.isEmpty }) else {
            throw Problem.usage(
                "nothing to watch: none of the tasks has 'sources'",
                hint: "list the files that a task reads, such as sources: ['src/**']; it then runs only if they change")
        }
        var current: (catalog: TaskCatalog, plan: TaskPlan)? = (catalog, plan)
        var files = WatchedFiles(plan, catalog)
        var watcher = try files.watcher()
        try confirm(plan)
        var loop = (paths: [FilePath](), count: 0)
        while true {
            let (paths, isOwn) = try await run(current, until: watcher)
            loop = isOwn ? (paths, loop.paths == paths ? loop.count + 1 : 1) : ([], 0)
            if loop.count == Self.loopLength, let path = paths.first {
                context.console.report(
                    Diagnostic(
                        "'\(path.shown(from: context.workingDirectory))' changed during each of "
                            + "the last \(loop.count) runs and triggered the next run each time", severity: .warning,
                        hint: "if a task writes it, list it in the task's 'outputs'"))
            }
            let names = paths.map { $0.shown(from: context.workingDirectory) }
            context.console.say("\(names.firstQuoted) changed")
            do {
                current = try await self.plan()
                while let (catalog, plan) = current, case let new = WatchedFiles(plan, catalog), new != files {
                    watcher = try new.watcher()
                    files = new
                    // Changes before the watcher was created went unnoticed.
                    current = try await self.plan()
                }
                if let plan = current?.plan {
                    try RequirementsCheck.check(plan, in: context)
                    // The default task may have been removed.
                    if plan.tasks.isEmpty { current = nil }
                }
            } catch let error as any DiagnosableError {
                error.diagnostics.forEach(context.console.report)
                context.console.say(Self.waiting)
                current = nil
            }
        }
    }

    /// Runs a plan, and waits for a change, even after the run; `isOwn` if the run itself may have changed the files.
    private func run(_ current: (catalog: TaskCatalog, plan: TaskPlan)?, until watcher: SourceWatcher) async throws -> (
        paths: [FilePath], isOwn: Bool
    ) {
        var end: Int64?
        var run: TaskRun?
        if let current { run = try await self.run(current.plan, of: current.catalog) }
        // The run's result is `nil`, the watcher's the changed files.
        return try await withThrowingTaskGroup(of: [FilePath]?.self) { group in
            group.addTask { try await watcher.next() }
            if let run {
                group.addTask {
                    do { try await run.perform() } catch let interrupted as Interrupted {
                        throw interrupted
                    } catch is ExitStatus {
                        // The summary has reported it, and the next change may fix it.
                    }
                    return nil
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                guard let paths = result else {
                    end = FileMark.now
                    context.console.say(Self.waiting)
                    continue
                }
                run?.stop()
                while try await group.next() != nil {}
                let isOwn = end.map { end in paths.allSatisfy { changeTime(of: $0) <= end } } ?? (run != nil)
                return (paths, isOwn)
            }
            return ([], false)
        }
    }
}

private struct WatchedFiles: Equatable {
    let sources: [WatchedPatterns]
    let files: [FilePath]
    let outputs: [WatchedPatterns]

    init(_ plan: TaskPlan, _ catalog: TaskCatalog) {
        let tasks = plan.tasks.filter(\.isForThisSystem)
        sources = tasks.filter { !$0.sources.isEmpty }.map {
            WatchedPatterns(directory: $0.directory, patterns: $0.sources)
        }
        files = catalog.files
        outputs = tasks.filter { !$0.outputs.isEmpty }.map {
            WatchedPatterns(directory: $0.directory, patterns: $0.outputs)
        }
    }

    func watcher() throws -> SourceWatcher { try SourceWatcher(sources: sources, files: files, ignoring: outputs) }
}

private func changeTime(of path: FilePath) -> Int64 {
    var status = stat()
    return path.withPlatformString { lstat($0, &status) } == 0 ? FileMark(status).changed : .max
}
