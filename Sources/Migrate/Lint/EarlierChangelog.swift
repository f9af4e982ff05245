import Changelogs
import DevtoolKit
import SystemPackage

/// A changelog as it was at a commit.
struct EarlierChangelog {
    private let root: LintSettings.Root
    private let commit: String
    private let searchPath: SearchPath
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
        guard
            let earlier = try? Changelog.read(
                root: root.name, in: searchPath, schemas: SchemaFolder(nil), options: options)
        else {
            context.console.say(
                "\(root.name) was not there at \(commit): all its changesets are new")
            return nil
        }
        if let loss = earlier.loss {
            context.console.report(
                Diagnostic(
                    "the changelog at \(commit) cannot be read completely, and only what could be "
                        + "read is compared: \(loss.message)",
                    severity: .warning, at: loss.location, rule: loss.rule))
        }
        return ChangelogComparison(
            of: changelog, with: earlier, at: commit, for: options.release.version)
    }
}
