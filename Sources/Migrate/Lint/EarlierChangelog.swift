import Changelogs
import DevtoolKit
import Policy
import SystemPackage
import YAML

struct EarlierChangelog {
    private let root: LintSettings.Root
    private let commit: String
    private let searchPath: SearchPath
    /// The root's name at the commit, if git detects that it was renamed.
    private let formerName: String?
    /// The root in `devtool.yml` at the commit, if it was a different one.
    private let configuredName: String?
    private let context: Context

    init(of root: LintSettings.Root, at commit: String, configuredIn file: FilePath?, in context: Context) async throws
    {
        self.root = root
        self.commit = commit
        self.context = context
        let repository = try await GitRepository(containing: root.directory, in: context)
        let base = try await repository.base(of: commit)
        let files = try await repository.files(at: base)
        searchPath = root.searchPath.with(files)
        let names = file.flatMap(files.contents).map(Self.configuredNames) ?? []
        configuredName = names.count == 1 && names.first != root.name ? names.first : nil
        let path = FilePath(root.name).absolute(in: root.directory)
        formerName = try await repository.formerPath(of: path, since: base)?.shown(from: root.directory)
    }

    private static func configuredNames(in bytes: [UInt8]) -> Set<String> {
        func value(_ key: String, of node: YAMLNode?) -> YAMLNode? {
            guard case .mapping(let members) = node?.value else { return nil }
            return members.first { $0.key.text == key }?.value
        }
        let section = value("migrate", of: (try? YAMLParser.parse(bytes)) ?? nil)
        var nodes = [value("changelog", of: section)]
        if case .mapping(let targets) = value("targets", of: section)?.value {
            nodes += targets.map { value("changelog", of: $0.value) }
        }
        return Set(nodes.compactMap { $0?.text })
    }

    /// Returns `nil` if the changelog did not exist, so all changesets are new.
    func comparison(with changelog: Changelog, options: ChangelogOptions) -> ChangelogComparison? {
        // Only the changesets' identities and checksums matter, not their operations.
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
        if configuredName.map(add) != true, !add(root.name), formerName.map(add) != true {
            // A new root may include earlier files.
            for name in changelog.fileNames { _ = add(name) }
        }
        if read.isEmpty {
            context.console.say("\(root.name) did not exist at \(commit): all its changesets are new")
            return nil
        }
        return ChangelogComparison(of: changelog, with: earlier, at: commit, for: options.release.version)
    }

    private func report(_ loss: Diagnostic) {
        // The diagnostic's location cannot be shown, because it is in the commit.
        let place = loss.location.map { "\($0): " } ?? ""
        context.console.report(
            Diagnostic(
                "the changelog at \(commit) cannot be read completely, so the comparison is "
                    + "incomplete: \(place)\(loss.message)", severity: .warning, rule: loss.rule))
    }
}
