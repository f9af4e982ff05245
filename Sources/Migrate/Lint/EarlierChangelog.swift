import Changelogs
import DevtoolKit
import SystemPackage

/// A changelog as it was at a commit.
struct EarlierChangelog {
    private let root: LintSettings.Root
    private let commit: String
    private let searchPath: SearchPath
    /// The root's name at the commit, where git sees that it has another one now.
    private let formerName: String?
    private let context: Context

    /// Finds the files as they were; none is written.
    ///
    /// - Parameters:
    ///   - root: the changelog.
    ///   - commit: the commit as users name it.
    ///   - context: where git's program is run.
    /// - Throws: ``GitError``, ``MigrateError`` where git is not installed.
    init(of root: LintSettings.Root, at commit: String, in context: Context) async throws {
        self.root = root
        self.commit = commit
        self.context = context
        let repository = try await GitRepository(containing: root.directory, in: context)
        let base = try await repository.base(of: commit)
        searchPath = root.searchPath.with(try await repository.files(at: base))
        let path = FilePath(root.name).absolute(in: root.directory)
        formerName = try await repository.formerPath(of: path, since: base)?
            .shown(from: root.directory)
    }

    /// Compares the changelog as it is now with what it was.
    ///
    /// - Returns: the comparison; nil where there was no changelog, so that all changesets are new.
    func comparison(
        with changelog: Changelog, options: ChangelogOptions
    ) -> ChangelogComparison? {
        // What was wrong with it, and what it did, is of no use any more.
        var options = options
        options.readsOperations = false
        var earlier: [ChangeSet] = []
        var read: Set<String> = []
        func add(_ name: String) -> Bool {
            guard !read.contains(name),
                let found = try? Changelog.read(
                    root: name, in: searchPath, schemas: SchemaFolder(nil), options: options)
            else { return false }
            earlier += found.changeSets
            read.formUnion(found.fileNames)
            if let loss = found.loss { report(loss) }
            return true
        }
        if !add(root.name), formerName.map(add) != true {
            // A new root may have taken others in.
            for name in changelog.fileNames { _ = add(name) }
        }
        if read.isEmpty {
            context.console.say(
                "\(root.name) was not there at \(commit): all its changesets are new")
            return nil
        }
        return ChangelogComparison(
            of: changelog, with: earlier, at: commit, for: options.release.version)
    }

    private func report(_ loss: Diagnostic) {
        // The line is one of the commit's, which nobody can be shown.
        let place = loss.location.map { "\($0): " } ?? ""
        context.console.report(
            Diagnostic(
                "the changelog at \(commit) cannot be read completely, and only what could be "
                    + "read is compared: \(place)\(loss.message)",
                severity: .warning, rule: loss.rule))
    }
}
