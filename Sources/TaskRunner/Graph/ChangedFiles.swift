import DevtoolKit
import Scanning
import SystemPackage

/// The files of a git repository that differ from a commit, for `--since`.
struct ChangedFiles {
    /// As written on the command line.
    let commit: String
    private let paths: Set<FilePath>

    /// Compares with the common ancestor of HEAD and the commit; files that git ignores do not count.
    init(since commit: String, in folder: FilePath, _ context: Context) async throws {
        let repository = try await GitRepository(containing: folder, in: context)
        self.commit = commit
        paths = Set(try await repository.changedFiles(since: repository.base(of: commit)))
    }

    /// Whether a source of the task, or a file that declares it, has changed.
    fileprivate func concern(_ task: PlannedTask) -> Bool {
        var file: TaskFileScope? = task.definition.file
        while let scope = file {
            if paths.contains(scope.configurationFile.resolved ?? scope.configurationFile) { return true }
            file = scope.outer
        }
        guard let glob = try? Glob(task.sources) else { return true }
        let folder = task.directory.resolved ?? task.directory
        return paths.contains { glob.matches($0.relative(to: folder)) || glob.matches($0.heldText) }
    }

    /// For each task of a plan, whether it need not run.
    ///
    /// A task with sources runs if they, or those of what it needs, have changed. What a running task needs runs, too;
    /// what only tasks that do not run need does not.
    func leaveOut(_ tasks: [PlannedTask], needs: [[Int]], followers: [Int: [Int]]) -> [Bool] {
        var dependents = tasks.map { _ in [Int]() }
        for (task, needs) in needs.enumerated() { for need in needs { dependents[need].append(task) } }
        var isChanged = tasks.map { _ in false }
        var open = tasks.indices.filter { !tasks[$0].sources.isEmpty && concern(tasks[$0]) }
        while let task = open.popLast() {
            if isChanged[task] { continue }
            isChanged[task] = true
            open += dependents[task]
        }
        // Cleanup runs whatever happens.
        var runs = tasks.map(\.isCleanup)
        var isReached = tasks.map { _ in (asNeed: false, otherwise: false) }
        var waiting = tasks.indices.filter { tasks[$0].isRequested }.map { (task: $0, isNeed: false) }
        while let (task, isNeed) = waiting.popLast() {
            if isReached[task].asNeed || isReached[task].otherwise && !isNeed { continue }
            if isNeed { isReached[task].asNeed = true } else { isReached[task].otherwise = true }
            let isIdle = tasks[task].steps.isEmpty
            guard isNeed || isIdle || isChanged[task] || tasks[task].sources.isEmpty else { continue }
            runs[task] = true
            waiting += needs[task].map { ($0, isNeed || !isIdle) } + followers[task, default: []].map { ($0, true) }
        }
        return runs.map { !$0 }
    }
}

extension FilePath {
    /// The path from a folder, which may lead up.
    fileprivate func relative(to folder: FilePath) -> String {
        let own = Array(components)
        let other = Array(folder.components)
        let common = zip(own, other).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: other.count - common)
        return (up + own.dropFirst(common).map { FilePath(root: nil, [$0]).heldText }).joined(separator: "/")
    }
}
