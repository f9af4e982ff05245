import Archives
import Reporting
import SystemPackage

/// The files that a changelog can refer to: those in the folders of the search path, then those in its
/// jars, which are opened only if no folder has the file.
final class ChangelogFiles {
    private let searchPath: SearchPath
    /// The entries of the jars by their names, of equal ones that of the first jar; classes are no changelogs.
    private lazy var entries: [String: FoundFile] = {
        var entries: [String: FoundFile] = [:]
        for path in searchPath.jars {
            guard let jar = try? ZipArchive(path) else { continue }
            for entry in jar.entries where entry.kind == .file {
                guard let name = entry.name, !name.hasSuffix(".class"), entries[name] == nil
                else { continue }
                entries[name] = .entry(entry, of: jar, at: path)
            }
        }
        return entries
    }()

    init(_ searchPath: SearchPath) { self.searchPath = searchPath }

    /// The file of a name, if one is there.
    subscript(name: String) -> FoundFile? {
        searchPath.file(name) ?? entries[SearchPath.withoutSlashes(name)]
    }

    /// The names of all files in a folder and in those below it, as Liquibase names and orders them.
    ///
    /// Of too many there is one more than the search path allows, or more.
    func names(below folder: String) -> [String] {
        let folder = folder.hasSuffix("/") || folder.isEmpty ? folder : folder + "/"
        let prefix = SearchPath.withoutSlashes(folder)
        return searchPath.files(below: folder)
            .union(entries.keys.filter { $0.hasPrefix(prefix) })
            .sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    }
}

/// A file that has been found.
enum FoundFile {
    case file(FilePath)
    /// A file of a folder as it was at another time.
    case earlier(FilePath, [UInt8])
    case entry(ZipArchive.Entry, of: ZipArchive, at: FilePath)

    /// What tells it from all others.
    var path: FilePath {
        switch self {
        case .file(let path): path.resolved ?? path
        case .earlier(let path, _): path.lexicallyNormalized()
        case .entry(let entry, _, let jar): jar.appending(entry.shownName)
        }
    }

    /// Its name as seen from a folder; that of a part of a jar as Java writes it.
    func shown(from directory: FilePath) -> String {
        switch self {
        case .file(let path), .earlier(let path, _):
            path.lexicallyNormalized().shown(from: directory)
        case .entry(let entry, _, let jar):
            "\(jar.shown(from: directory))!/\(entry.shownName)"
        }
    }

    /// Its bytes.
    ///
    /// - Throws: `Errno`, also for a file that is too long, and a damaged jar.
    func contents() throws(Errno) -> [UInt8] {
        switch self {
        case .file(let path): return try SearchPath.contents(of: path)
        case .earlier(_, let bytes):
            guard bytes.count <= SearchPath.byteLimit else { throw .fileTooLarge }
            return bytes
        case .entry(let entry, let jar, _):
            guard entry.size <= SearchPath.byteLimit else { throw .fileTooLarge }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(entry.size)
            do throws(any Error) {
                try jar.unpack(entry) { bytes += $0 }
            } catch {
                throw error as? Errno ?? .ioError
            }
            return bytes
        }
    }
}
