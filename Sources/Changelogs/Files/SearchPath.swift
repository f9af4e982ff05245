import Files
import Reporting
package import SystemPackage

/// The folders and jars in which Liquibase searches for files.
package struct SearchPath: Sendable {
    /// The first folder that has a file wins.
    let folders: [FilePath]
    let jars: [FilePath]
    /// The maximum number of files below a folder.
    let mostFiles: Int
    private var overlay: FileOverlay?

    /// In bytes.
    package static let byteLimit = 64 << 20

    /// Throws `Errno`, even if the file is only too large.
    package static func contents(of path: FilePath) throws(Errno) -> [UInt8] {
        do { return try path.contents(upTo: byteLimit) } catch { throw error.errno }
    }

    /// `directory` is Liquibase's working directory, which comes first.
    ///
    /// `others` and `jars` are from the class path.
    package init(
        directory: FilePath, others: [FilePath] = [], jars: [FilePath] = [], mostFiles: Int = SearchPath.fileLimit
    ) {
        folders = [directory] + others
        self.jars = jars
        self.mostFiles = mostFiles
    }

    package func with(_ overlay: FileOverlay) -> SearchPath {
        var copy = self
        copy.overlay = overlay
        return copy
    }

    /// Finds a file by a path relative to one of the folders, with or without a leading slash, or by an absolute path
    /// in a folder.
    func file(_ name: String) -> FoundFile? {
        guard Self.isPath(name) else { return nil }
        for folder in folders {
            let path = path(of: name, in: folder)
            switch overlay?.replacement(of: path) {
            case .absent: continue
            case .contents(let bytes): return .earlier(path, bytes)
            case nil: if (try? path.stat().type) == .regular { return .file(path) }
            }
        }
        return nil
    }

    func problem(with name: String) -> InputError {
        switch folders.lazy.compactMap({ try? path(of: name, in: $0).stat().type }).first {
        case nil: .system(.noSuchFileOrDirectory)
        case .directory: .system(.isDirectory)
        case _?: .notRegular
        }
    }

    /// The names of all files below a folder, whose name ends with a slash; stops after one more than ``mostFiles``.
    func files(below name: String) -> Set<String> {
        guard Self.isPath(name) else { return [] }
        var found: Set<String> = []
        for folder in folders {
            let path = path(of: name, in: folder)
            found.formUnion(overlay?.names(below: path).map { Self.withoutSlashes(name) + $0 } ?? [])
            guard (try? path.stat().type) == .directory else { continue }
            var visited: Set<FilePath> = []
            collect(path, named: Self.withoutSlashes(name), into: &found, visited: &visited)
        }
        return found
    }

    package static let fileLimit = 20_000

    private func collect(
        _ folder: FilePath, named name: String, into found: inout Set<String>, visited: inout Set<FilePath>
    ) {
        guard let resolved = folder.resolved, visited.insert(resolved).inserted else { return }
        for entry in folder.entryNames().sorted() {
            guard found.count <= mostFiles else { return }
            let path = folder.appending(entry)
            switch try? path.stat().type {
            case .directory: collect(path, named: "\(name)\(entry)/", into: &found, visited: &visited)
            // Files that cannot be read are included, because Liquibase would fail or block.
            default:
                if case .absent = overlay?.replacement(of: path) { continue }
                found.insert(name + entry)
            }
        }
    }

    /// Excludes NUL, which YAML text can have, and names that are too long for Linux.
    private static func isPath(_ name: String) -> Bool { name.utf8.count < 4096 && !name.utf8.contains(0) }

    private func path(of name: String, in folder: FilePath) -> FilePath {
        let prefix = folder.string + "/"
        if name.hasPrefix(prefix) { return FilePath(name) }
        return folder.appending(Self.withoutSlashes(name))
    }

    static func withoutSlashes(_ name: String) -> String { String(name.drop { $0 == "/" }) }
}
