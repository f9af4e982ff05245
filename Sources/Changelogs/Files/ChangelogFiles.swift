import Files
import Reporting
import SystemPackage

/// The files in the search path: in its folders, then in its jars, which are opened only if no folder has the file.
final class ChangelogFiles {
    private let searchPath: SearchPath
    /// The entries of jars by name, without classes; the first jar wins.
    private lazy var entries: [String: FoundFile] = {
        var entries: [String: FoundFile] = [:]
        for path in searchPath.jars {
            guard let jar = try? ZipArchive(path) else { continue }
            for entry in jar.entries where entry.kind == .file {
                guard let name = entry.name, !name.hasSuffix(".class"), entries[name] == nil else { continue }
                entries[name] = .entry(entry, of: jar, at: path)
            }
        }
        return entries
    }()

    init(_ searchPath: SearchPath) { self.searchPath = searchPath }

    subscript(name: String) -> FoundFile? { searchPath.file(name) ?? entries[SearchPath.withoutSlashes(name)] }

    /// The names of all files below a folder, with Liquibase's spelling and order; if there are too many, the result
    /// just exceeds the limit.
    func names(below folder: String) -> [String] {
        let folder = folder.hasSuffix("/") || folder.isEmpty ? folder : folder + "/"
        let prefix = SearchPath.withoutSlashes(folder)
        return searchPath.files(below: folder).union(entries.keys.filter { $0.hasPrefix(prefix) }).sorted {
            $0.utf16.lexicographicallyPrecedes($1.utf16)
        }
    }
}

enum FoundFile {
    case file(FilePath)
    case earlier(FilePath, [UInt8])
    case entry(ZipArchive.Entry, of: ZipArchive, at: FilePath)

    var path: FilePath {
        switch self {
        case .file(let path): path.resolved ?? path
        case .earlier(let path, _): path.lexicallyNormalized()
        case .entry(let entry, _, let jar): jar.appending(entry.shownName)
        }
    }

    /// Relative to a folder; a jar's entry has Java's notation.
    func shown(from directory: FilePath) -> String {
        switch self {
        case .file(let path), .earlier(let path, _): path.lexicallyNormalized().shown(from: directory)
        case .entry(let entry, _, let jar): "\(jar.shown(from: directory))!/\(entry.shownName)"
        }
    }

    /// Throws `Errno`, even if the file is only too large or its jar is damaged.
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
            do throws(any Error) { try jar.unpack(entry) { bytes += $0 } } catch { throw error as? Errno ?? .ioError }
            return bytes
        }
    }
}
