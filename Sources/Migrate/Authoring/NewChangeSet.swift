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
        if let loss = changelog.loss {
            throw Problem(
                .badData, "cannot add to '\(root.name)', which has errors: \(loss.message)",
                hint: "see 'devtool migrate lint'")
        }
        guard let last = changelog.changeSets.last else {
            throw Problem(
                .badData, "'\(root.name)' has no changeset to copy the file, format and naming from",
                hint: "write the first one by hand")
        }
        let lastName = last.location.file
        let lastPath = FilePath(lastName).absolute(in: context.workingDirectory)
        guard lastPath.isFile else {
            throw Problem(.noInput, "the last changeset is in '\(lastName)', which cannot be edited")
        }
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
        else { throw Problem(.usage, "the author must be a single line without control characters or double quotes") }
        // Another process may have added a changeset in the meantime.
        let name = path.string
        func failure(_ error: Problem) throws -> any Error {
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

extension Problem {
    fileprivate static func unusualForm(_ name: String) -> Problem {
        Problem(
            .badData, "cannot add to '\(name)': unsupported formatting",
            hint: "write the changeset by hand, or put each list item on its own line")
    }

    fileprivate static func noPlace(_ name: String) -> Problem {
        Problem(
            .badData, "a changeset added to the end of '\(name)' would not be the last in the changelog",
            hint: "write it by hand")
    }
}
