import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// The place in the user's cache where `devtool migrate install` puts Liquibase.
///
/// Every release has a folder of its own, named for its version and the archive's checksum, which appears
/// whole by a rename and is never changed; the link `current` names the one to use.
struct Installation {
    /// The folder of all releases.
    let folder: FilePath

    /// The installation of the user who runs devtool.
    init(in context: Context) throws {
        folder = try context.cacheFolder().appending("liquibase")
    }

    private var link: FilePath { folder.appending("current") }

    /// The release to use, if one is installed.
    var current: FilePath? { link.resolved }

    /// Where a release goes.
    func home(version: String, checksum: SHA256) -> FilePath {
        folder.appending("\(version)-\(checksum.description.prefix(12))")
    }

    /// A new empty folder beside the releases, readable by the user only, to prepare one in.
    func makeStagingFolder() throws -> StagingFolder {
        try StagingFolder(in: folder)
    }

    /// Puts a prepared release in its place, unless it is already there, and makes it the one to use.
    func adopt(_ prepared: FilePath, as home: FilePath) throws {
        let result = prepared.withPlatformString { old in
            home.withPlatformString { new in rename(old, new) }
        }
        // Somebody else has installed the same release in the meantime: that one serves.
        if result != 0, errno != ENOTEMPTY, errno != EEXIST {
            throw FileError.cannotCreate(home.string, Errno(rawValue: errno))
        }
        try use(home)
    }

    /// Makes an installed release the one to use.
    func use(_ home: FilePath) throws {
        let temporary = folder.appending(".current.\(getpid())")
        let name = home.lastComponent?.string ?? ""
        let result = temporary.withPlatformString { temporary in
            unlink(temporary)
            return link.withPlatformString { link in
                symlink(name, temporary) == 0 ? rename(temporary, link) : -1
            }
        }
        if result != 0 { throw FileError.cannotCreate(link.string, Errno(rawValue: errno)) }
    }
}

/// A folder for work in progress; it goes away with its owner, and with the next install when the owner
/// was killed.
final class StagingFolder: Sendable {
    /// Its path.
    let path: FilePath

    private static let prefix = ".install-"

    fileprivate init(in parent: FilePath) throws {
        path = parent.appending("\(Self.prefix)\(getpid())")
        try parent.createDirectories()
        Self.removeAbandoned(in: parent)
        path.removeRecursively()
        guard path.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
            throw FileError.cannotCreate(path.string, Errno(rawValue: errno))
        }
    }

    deinit {
        path.removeRecursively()
    }

    /// Removes what killed installs have left: the folder's name holds the process that made it.
    private static func removeAbandoned(in parent: FilePath) {
        for name in parent.entryNames() where name.hasPrefix(prefix) {
            guard let owner = pid_t(name.dropFirst(prefix.count)) else { continue }
            if kill(owner, 0) != 0, errno == ESRCH { parent.appending(name).removeRecursively() }
        }
    }
}
