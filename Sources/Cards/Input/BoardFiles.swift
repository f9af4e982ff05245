import DevtoolKit
import SystemPackage

/// The inputs that the arguments name, including those in folders and zip archives.
struct BoardFiles {
    /// In the order of the arguments; those of a folder sorted by name.
    private(set) var files: [BoardFile] = []
    /// The number of files in folders that are not named `.json`, or are links to other inputs.
    private(set) var otherFiles = 0
    private(set) var hasFolder = false

    private var foundLinks: Set<FilePath> = []

    /// Searches the folders and archives among the arguments; without arguments, the input is standard input.
    ///
    /// The folder `excluded`, which has the outputs of an earlier run, is not searched.
    ///
    /// - Throws: ``Problem`` if it is the only argument, or if a file is named twice.
    init(_ arguments: [String], in context: Context, excluding excluded: FilePath? = nil, isMany: Bool = false) throws {
        hasFolder = isMany
        let excluded = excluded?.resolved
        for argument in arguments.isEmpty ? ["-"] : arguments {
            let file = BoardFile(argument, in: context)
            if let path = file.path, path.isDirectory {
                if arguments.count == 1, let excluded, path.resolved == excluded {
                    throw Problem(
                        .usage, "'\(argument)' is also the output folder",
                        hint: "choose another folder, or use '--in-place' to replace its exports")
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

    var isMany: Bool { hasFolder || files.count > 1 }

    private mutating func search(_ folder: FilePath, below top: FilePath, excluding excluded: FilePath?) {
        if let excluded, folder.resolved == excluded { return }
        // Opening it will report the error, after the other files have been processed.
        guard folder.isReadable else {
            files.append(BoardFile(found: folder, below: top))
            return
        }
        for entry in folder.entries().sorted(by: { $0.string < $1.string }) where !entry.string.hasPrefix(".") {
            let path = folder.appending(entry)
            let isNamedSo = entry.string.lowercased().hasSuffix(".json")
            let type: FileType
            do { type = try path.stat(followTargetSymlink: false).type } catch .noSuchFileOrDirectory { continue } catch
            {
                // The path is too long, or the folder cannot be searched; opening one of its files will report the
                // error.
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

    private mutating func search(archive path: FilePath) throws {
        for name in try ZippedBoards(path).names.sorted() where !Self.isHidden(name) {
            if name.lowercased().hasSuffix(".json") {
                files.append(BoardFile(entry: name, of: path))
            } else {
                otherFiles += 1
            }
        }
    }

    /// Whether an entry is hidden, or was added by macOS.
    private static func isHidden(_ name: String) -> Bool {
        FilePath(name).components.contains {
            $0.kind == .regular && $0.string.hasPrefix(".") || $0.string == "__MACOSX"
        }
    }

    /// Drops further hard links to a file, and symbolic links such as `latest.json` to files that are inputs anyway.
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
                    ? (try? FileDescriptor.standardInput.stat()).map(FileIdentity.init) : file.identity
            else { continue }
            if let other = known.updateValue(file.name, forKey: identity) {
                throw Problem(
                    .usage,
                    other == file.name ? "'\(other)' is given twice" : "'\(other)' and '\(file.name)' are the same file"
                )
            }
        }
    }
}

struct BoardFile: Equatable, Sendable {
    let place: Place
    /// The name for messages; a URL without secrets.
    let name: String
    /// The path in an output folder: the name, or the path relative to the folder that was searched.
    let outputName: FilePath
    /// Whether the file was found by a search, so that it may be something other than an export.
    let isFound: Bool

    enum Place: Equatable, Sendable {
        case standardInput
        case file(FilePath)
        /// An entry of a zip archive: the paths of the archive and of the entry.
        case archive(FilePath, String)
        /// A URL that has not been parsed yet.
        case web(String)
    }

    private init(_ place: Place, named name: String, outputName: FilePath, isFound: Bool = false) {
        (self.place, self.name) = (place, name)
        (self.outputName, self.isFound) = (outputName, isFound)
    }

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

    init(at path: FilePath) {
        let outputName = path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
        self.init(.file(path), named: path.string, outputName: outputName)
    }

    init(found path: FilePath, below folder: FilePath) {
        var below = path
        _ = below.removePrefix(folder)
        self.init(.file(path), named: path.string, outputName: below, isFound: true)
    }

    init(entry: String, of archive: FilePath) {
        // An entry's path must not lead out of the output folder.
        var outputName = FilePath("")
        for component in FilePath(entry).components where component.kind == .regular { outputName.append(component) }
        self.init(
            .archive(archive, entry), named: archive.appending(entry).string, outputName: outputName, isFound: true)
    }

    fileprivate var identity: FileIdentity? {
        guard let status = try? path?.stat(), status.type == .regular else { return nil }
        return FileIdentity(status)
    }

    var path: FilePath? { if case .file(let path) = place { path } else { nil } }
}
