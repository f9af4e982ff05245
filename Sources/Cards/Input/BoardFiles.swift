import DevtoolKit
import SystemPackage

/// The inputs that the arguments name, including those found in folders.
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
        _ arguments: [String], in context: Context, excluding excluded: FilePath? = nil,
        isMany: Bool = false
    ) throws {
        hasFolder = isMany
        let excluded = excluded?.resolved
        for argument in arguments.isEmpty ? ["-"] : arguments {
            let file = BoardFile(argument, in: context)
            if let path = file.path, path.isDirectory {
                if arguments.count == 1, let excluded, path.resolved == excluded {
                    throw CardsError.sameFolder(argument)
                }
                hasFolder = true
                search(path, below: path, excluding: excluded)
            } else if let path = file.path, path.extension?.lowercased() == "zip" {
                hasFolder = true
                try search(archive: path)
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
            let type: FileType
            do {
                type = try path.stat(followTargetSymlink: false).type
            } catch .noSuchFileOrDirectory {
                continue
            } catch {
                // The folder is too deep, or may be listed but not searched: one of its files tells, when it is opened.
                return files.append(BoardFile(found: path, below: top))
            }
            switch type {
            case .directory: search(path, below: top, excluding: excluded)
            case .symbolicLink where path.isDirectory: break
            case .regular where isNamedSo: files.append(BoardFile(found: path, below: top))
            case .symbolicLink where isNamedSo:
                files.append(BoardFile(found: path, below: top))
                foundLinks.insert(path)
            default: otherFiles += 1
            }
        }
    }

    /// Takes the files of a zip archive, as Trello gives of a workspace; hidden ones are passed over, as in folders.
    private mutating func search(archive path: FilePath) throws {
        for name in try ZippedBoards(path).names.sorted() where !Self.isHidden(name) {
            if name.lowercased().hasSuffix(".json") {
                files.append(BoardFile(entry: name, of: path))
            } else {
                otherFiles += 1
            }
        }
    }

    /// Whether an entry of an archive, or a folder around it, is hidden, or what macOS adds to archives.
    private static func isHidden(_ name: String) -> Bool {
        FilePath(name).components.contains {
            $0.kind == .regular && $0.string.hasPrefix(".") || $0.string == "__MACOSX"
        }
    }

    /// Drops other names of files that are there anyway, as the link `latest.json` often is one: hard links but for
    /// the first name, and symbolic links to what is there by any other.
    private mutating func passOverLinksToOthers() {
        if !hasFolder { return }
        let count = files.count
        var known: Set<FileIdentity> = []
        for isLink in [false, true] {
            if isLink { known.formUnion(files.lazy.filter { !$0.isFound }.compactMap(\.identity)) }
            files.removeAll { [foundLinks] file in
                guard file.isFound, let path = file.path, foundLinks.contains(path) == isLink,
                    let identity = file.identity
                else { return false }
                return !known.insert(identity).inserted
            }
        }
        otherFiles += count - files.count
    }

    private func refuseRepetition() throws {
        var known: [FileIdentity: String] = [:]
        for file in files {
            let isInput = file.place == .standardInput
            guard
                let identity = isInput
                    ? (try? FileDescriptor.standardInput.stat()).map(FileIdentity.init)
                    : file.identity
            else { continue }
            if let other = known.updateValue(file.name, forKey: identity) {
                throw CardsError.sameFile(other, file.name)
            }
        }
    }
}

/// An input of the command: a file, standard input, a URL, or a file found in a folder.
struct BoardFile: Equatable, Sendable {
    let place: Place
    /// What messages call it: a URL without what may be secret.
    let name: String
    /// Where the output lies in an output folder: the name, or the path from the folder it was found in.
    let outputName: FilePath
    /// Whether the user named a folder, so that what is no export is not meant.
    let isFound: Bool

    /// Where an input is.
    enum Place: Equatable, Sendable {
        /// Standard input.
        case standardInput
        case file(FilePath)
        /// An entry of a zip archive, by the archive's path and its own name.
        case archive(FilePath, String)
        /// On the web, at a URL that is yet to be read.
        case web(String)
    }

    private init(_ place: Place, named name: String, outputName: FilePath, isFound: Bool = false) {
        (self.place, self.name) = (place, name)
        (self.outputName, self.isFound) = (outputName, isFound)
    }

    /// An input that the user named.
    init(_ argument: String, in context: Context) {
        if argument == "-" {
            self.init(.standardInput, named: "<stdin>", outputName: "stdin.json")
        } else if BoardAddress.isURL(argument) {
            let address = try? BoardAddress(argument)
            self.init(
                .web(argument), named: address?.name ?? "the URL",
                outputName: FilePath(address?.fileName ?? "board.json"))
        } else {
            self.init(at: context.path(argument))
        }
    }

    /// A file that the user named.
    init(at path: FilePath) {
        let outputName = path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
        self.init(.file(path), named: path.string, outputName: outputName)
    }

    init(found path: FilePath, below folder: FilePath) {
        var below = path
        _ = below.removePrefix(folder)
        self.init(.file(path), named: path.string, outputName: below, isFound: true)
    }

    /// An entry of a zip archive.
    init(entry: String, of archive: FilePath) {
        // No name of an entry leads out of the folder for outputs.
        var outputName = FilePath("")
        for component in FilePath(entry).components where component.kind == .regular {
            outputName.append(component)
        }
        self.init(
            .archive(archive, entry), named: archive.appending(entry).string,
            outputName: outputName, isFound: true)
    }

    /// What tells a regular file from all others.
    fileprivate var identity: FileIdentity? {
        guard let status = try? path?.stat(), status.type == .regular else { return nil }
        return FileIdentity(status)
    }

    /// The path of a file; nil for anything else.
    var path: FilePath? {
        if case .file(let path) = place { path } else { nil }
    }
}
