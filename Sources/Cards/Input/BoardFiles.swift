import DevtoolKit
import SystemPackage

/// The inputs that the arguments name, folders searched.
struct BoardFiles {
    /// The inputs, in the order of the arguments, those of a folder by their names.
    private(set) var files: [BoardFile] = []
    /// How many files of the folders were not looked into, because they are not called `.json`.
    private(set) var otherFiles = 0
    /// Whether one of the arguments is a folder.
    private(set) var hasFolder = false

    /// Which of the files are links that were found in a folder.
    private var foundLinks: Set<FilePath> = []

    /// Looks at what the arguments name; none is standard input.
    ///
    /// The excluded folder, that of the outputs of an earlier run, is not searched; that there is nothing
    /// else is the error `CardsError.sameFolder`. A file that is named twice is `CardsError.sameFile`.
    init(
        _ arguments: [String], in context: Context, excluding excluded: FilePath? = nil
    ) throws {
        let excluded = excluded?.resolved
        for argument in arguments.isEmpty ? ["-"] : arguments {
            let file = BoardFile(argument, in: context)
            if let path = file.path, path.isDirectory {
                if arguments.count == 1, let excluded, path.resolved == excluded {
                    throw CardsError.sameFolder(argument)
                }
                hasFolder = true
                search(path, below: path, excluding: excluded)
            } else {
                files.append(file)
            }
        }
        passOverLinksToOthers()
        try refuseRepetition()
    }

    /// Whether there is more than one input, as far as the arguments tell.
    var isMany: Bool { hasFolder || files.count > 1 }

    /// Takes the files of a folder and of those in it; hidden ones and links to folders are passed over.
    private mutating func search(
        _ folder: FilePath, below top: FilePath, excluding excluded: FilePath?
    ) {
        if let excluded, folder.resolved == excluded { return }
        // It fails when it is opened, while the others are done.
        guard folder.isReadable else {
            files.append(BoardFile(found: folder, below: top))
            return
        }
        for entry in folder.entries().sorted(by: { $0.string < $1.string })
        where !entry.string.hasPrefix(".") {
            let path = folder.appending(entry)
            let isNamedSo = entry.string.lowercased().hasSuffix(".json")
            switch try? path.stat(followTargetSymlink: false).type {
            case .directory: search(path, below: top, excluding: excluded)
            case .symbolicLink where path.isDirectory, nil: break
            case .regular where isNamedSo: files.append(BoardFile(found: path, below: top))
            case .symbolicLink where isNamedSo:
                files.append(BoardFile(found: path, below: top))
                foundLinks.insert(path)
            default: otherFiles += 1
            }
        }
    }

    /// Drops the links to files that are there anyway, as `latest.json` often is one.
    private mutating func passOverLinksToOthers() {
        if foundLinks.isEmpty { return }
        let isLink = { [foundLinks] (file: BoardFile) in
            file.isFound && file.path.map(foundLinks.contains) == true
        }
        let identity = { (file: BoardFile) in (try? file.path?.stat()).map(FileIdentity.init) }
        var known = Set(files.lazy.filter { !isLink($0) }.compactMap(identity))
        let count = files.count
        files.removeAll { file in
            guard isLink(file), let identity = identity(file) else { return false }
            return !known.insert(identity).inserted
        }
        otherFiles += count - files.count
    }

    private func refuseRepetition() throws {
        var known: [FileIdentity: String] = [:]
        for file in files {
            let isInput = file.place == .standardInput
            guard
                let status = isInput
                    ? try? FileDescriptor.standardInput.stat() : try? file.path?.stat(),
                status.type == .regular || isInput
            else { continue }
            if let other = known.updateValue(file.name, forKey: FileIdentity(status)) {
                throw CardsError.sameFile(other, file.name)
            }
        }
    }
}
