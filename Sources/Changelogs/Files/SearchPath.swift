import Reporting
package import SystemPackage

/// The folders and jars in which Liquibase searches for files named in a changelog.
package struct SearchPath: Sendable {
    /// The folders, the first that has a file wins.
    let folders: [FilePath]
    /// The jars, which are looked into where no folder has a file.
    let jars: [FilePath]
    /// How many files a folder may have, with those below it.
    let mostFiles: Int
    /// What the folders' files are read as, where not as they are on disk.
    private var overlay: FileOverlay?

    /// The longest file that is read, in bytes.
    package static let byteLimit = 64 << 20

    /// The bytes of a file.
    ///
    /// - Throws: `Errno`, also for a file that is too long.
    package static func contents(of path: FilePath) throws(Errno) -> [UInt8] {
        do {
            return try path.contents(upTo: byteLimit)
        } catch {
            throw error.errno
        }
    }

    /// Creates a search path.
    ///
    /// - Parameters:
    ///   - directory: the folder that Liquibase runs in; it comes first.
    ///   - others: what else is searched, as the folders of a class path.
    ///   - jars: the archives that are searched, as those of a class path.
    ///   - mostFiles: how many files a folder may have, with those below it.
    package init(
        directory: FilePath, others: [FilePath] = [], jars: [FilePath] = [],
        mostFiles: Int = SearchPath.fileLimit
    ) {
        folders = [directory] + others
        self.jars = jars
        self.mostFiles = mostFiles
    }

    /// The same search path, its files as they were at another time.
    package func with(_ overlay: FileOverlay) -> SearchPath {
        var copy = self
        copy.overlay = overlay
        return copy
    }

    /// The file of a name, if one is there: a path from one of the folders, with or without a slash before
    /// it, or an absolute one that leads into a folder.
    func file(_ name: String) -> FoundFile? {
        guard Self.isPath(name) else { return nil }
        for folder in folders {
            let path = path(of: name, in: folder)
            switch overlay?.version(of: path) {
            case .absent: continue
            case .contents(let bytes): return .earlier(path, bytes)
            case nil: if (try? path.stat().type) == .regular { return .file(path) }
            }
        }
        return nil
    }

    /// Why there is no file of a name: what the folders have instead, or that they have nothing.
    func problem(with name: String) -> InputError {
        switch folders.lazy.compactMap({ try? path(of: name, in: $0).stat().type }).first {
        case nil: .system(.noSuchFileOrDirectory)
        case .directory: .system(.isDirectory)
        case _?: .notRegular
        }
    }

    /// The names of all files in the folders of a name, which ends in a slash, and in those below them.
    ///
    /// Of too many there is one more than ``mostFiles``.
    func files(below name: String) -> Set<String> {
        guard Self.isPath(name) else { return [] }
        var found: Set<String> = []
        for folder in folders {
            let path = path(of: name, in: folder)
            found.formUnion(
                overlay?.names(below: path).map { Self.withoutSlashes(name) + $0 } ?? [])
            guard (try? path.stat().type) == .directory else { continue }
            var visited: Set<FilePath> = []
            collect(path, named: Self.withoutSlashes(name), into: &found, visited: &visited)
        }
        return found
    }

    /// The most files of a folder, and of those below it.
    package static let fileLimit = 20_000

    private func collect(
        _ folder: FilePath, named name: String, into found: inout Set<String>,
        visited: inout Set<FilePath>
    ) {
        guard let resolved = folder.resolved, visited.insert(resolved).inserted else { return }
        for entry in folder.entryNames().sorted() {
            guard found.count <= mostFiles else { return }
            let path = folder.appending(entry)
            switch try? path.stat().type {
            case .directory:
                collect(path, named: "\(name)\(entry)/", into: &found, visited: &visited)
            // What is no file, or leads nowhere, is found and cannot be read: Liquibase would fail at it, or wait.
            default:
                if case .absent = overlay?.version(of: path) { continue }
                found.insert(name + entry)
            }
        }
    }

    /// No path has a NUL in it, which a text of YAML can have, or is longer than Linux allows.
    private static func isPath(_ name: String) -> Bool {
        name.utf8.count < 4096 && !name.utf8.contains(0)
    }

    private func path(of name: String, in folder: FilePath) -> FilePath {
        let prefix = folder.string + "/"
        if name.hasPrefix(prefix) { return FilePath(name) }
        return folder.appending(Self.withoutSlashes(name))
    }

    static func withoutSlashes(_ name: String) -> String {
        String(name.drop { $0 == "/" })
    }
}
