import Changelogs
import DevtoolKit
import Scanning
import SystemPackage

/// The place, name and text of a changeset to add to a changelog.
struct NewChangeSet {
    let path: FilePath
    let shownPath: String
    let text: String
    let isNewFile: Bool
    private let place: AtomicFile.Place
    /// The changeset as it is read back from the new text.
    let changeSet: ChangeSet

    init(
        _ title: String, in root: LintSettings.Root, reading options: ChangelogOptions,
        author: (_ known: [String]) async throws -> String, context: Context
    ) async throws {
        func read(_ searchPath: SearchPath) throws -> Changelog {
            try Changelog.read(root: root.name, in: searchPath, schemas: SchemaFolder(nil), options: options)
        }
        let changelog = try read(root.searchPath)
        if let loss = changelog.loss { throw NewChangeSetError.broken(root.name, loss.message) }
        guard let last = changelog.changeSets.last else { throw NewChangeSetError.empty(root.name) }
        let lastName = last.location.file
        let lastPath = FilePath(lastName).absolute(in: context.workingDirectory)
        guard lastPath.isFile else { throw NewChangeSetError.notFile(lastName) }
        let inFile = changelog.changeSets.filter { $0.location.file == lastName }
        isNewFile = last.isFromFolder && inFile.count == 1
        let time = Timestamp.now

        if isNewFile {
            let stem = lastPath.stem ?? ""
            let numbers = changelog.changeSets.compactMap { NamePattern(FilePath($0.location.file).stem ?? "").number }
            let name = NamePattern(stem).next(for: title, after: numbers.max() ?? 0, at: time)
            path = lastPath.containingFolder.appending("\(name).\(lastPath.extension ?? "sql")")
            guard !path.isFile else { throw FileError.exist([path.string]) }
        } else {
            path = lastPath
        }
        shownPath = path.shown(from: context.workingDirectory)
        let peers = isNewFile ? changelog.changeSets : inFile
        let numbers = peers.compactMap { NamePattern($0.id).number }
        // If numbers restart in each file, they restart in this one.
        let isFirst = isNewFile && numbers.count > 1 && Set(numbers) == [1]
        let id = NamePattern(last.id).next(for: title, after: isFirst ? 0 : numbers.max() ?? 0, at: time)
        let draft = ChangeSetDraft(id: id, author: try await author(changelog.changeSets.map(\.author)), title: title)
        guard !draft.author.trimmed.isEmpty, draft.author == draft.author.withoutLineBreaks,
            draft.author == draft.author.replacingControlCharacters(), !draft.author.contains("\"")
        else { throw NewChangeSetError.badAuthor }
        // Another process may have added a changeset in the meantime.
        let name = path.string
        func failure(_ error: NewChangeSetError) throws -> any Error {
            let names = try read(root.searchPath).changeSets.map(\.name)
            return names == changelog.changeSets.map(\.name) ? error as any Error : FileError.changedWhileRead(name)
        }
        let before: FileContents?
        do { before = try isNewFile ? nil : path.versionedContents(upTo: SearchPath.byteLimit) } catch {
            throw FileError(reading: shownPath, error)
        }
        place = before.map { .version($0.version) } ?? .free
        guard
            let text = draft.added(
                to: before.map { String(decoding: $0.bytes, as: UTF8.self) }, of: path.string,
                like: isNewFile ? nil : (last.location.line, last.location.column))
        else { throw try failure(.unusualForm(shownPath)) }
        self.text = text

        // The new changelog must have exactly one more changeset, at its end.
        let overlay = FileOverlay([path: Array(text.utf8)])
        let after = try read(root.searchPath.with(overlay))
        if after.loss != nil { throw try failure(.unusualForm(shownPath)) }
        guard after.changeSets.count == changelog.changeSets.count + 1, let changeSet = after.changeSets.last,
            changeSet.id == id, changeSet.author == draft.author, changeSet.location.file == shownPath
        else { throw try failure(.noPlace(shownPath)) }
        self.changeSet = changeSet
    }

    func write() throws { try path.write(Array(text.utf8), in: place) }
}

enum NewChangeSetError: DiagnosableError {
    case broken(String, String)
    case empty(String)
    case notFile(String)
    case noPlace(String)
    case unusualForm(String)
    case severalChangelogs([String])
    case noAuthor(hasGit: Bool)
    case noTitle
    case badAuthor

    var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .broken(let name, let reason):
            Diagnostic("cannot add to '\(name)', which has errors: \(reason)", hint: "see 'devtool migrate lint'")
        case .empty(let name):
            Diagnostic(
                "'\(name)' has no changeset to take file, format and names from", hint: "write the first one by hand")
        case .notFile(let name): Diagnostic("the last changeset is in '\(name)', which cannot be written")
        case .noPlace(let name):
            Diagnostic(
                "a changeset at the end of '\(name)' would not be the changelog's last", hint: "write it by hand")
        case .unusualForm(let name):
            Diagnostic(
                "'\(name)' is written in a form to which devtool cannot add",
                hint: "write the changeset by hand, or each item of the list on lines of its own")
        case .severalChangelogs(let names):
            Diagnostic(
                "the targets have several changelogs: \(names.joined(separator: ", "))",
                hint: "name a target with --target, or set 'default-target'")
        case .noAuthor(let hasGit):
            Diagnostic(
                hasGit
                    ? "git does not know your name"
                    : "the author is not known: git, whose user it would be, is not installed",
                hint: hasGit ? "set it with 'git config user.name', or use --author" : "use --author")
        case .noTitle: Diagnostic("the title has no words")
        case .badAuthor:
            Diagnostic("the author must be a name in one line, without control characters and double quotes")
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .broken, .empty, .noPlace, .unusualForm: .badData
        case .notFile: .noInput
        case .noAuthor: .badConfiguration
        case .noTitle, .badAuthor, .severalChangelogs: .usage
        }
    }
}
