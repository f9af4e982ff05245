import DevtoolKit
import Glibc
import SystemPackage

/// The folder in the user's cache where `devtool migrate install` installs Liquibase.
///
/// Every release has a folder of its own, named for its version and the archive's checksum, which appears
/// whole by a rename and is never changed; the link `current` names the one to use.
struct Installation {
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
        folder.appending(version + Self.suffix(of: checksum))
    }

    /// An installed release of a version; nil where there is none.
    func home(version: String) -> FilePath? {
        folder.entryNames().sorted().first { $0.hasPrefix(version + "-") }.map(folder.appending)
    }

    /// The installed release of an archive; nil where there is none.
    func home(ofArchive checksum: SHA256) -> FilePath? {
        let suffix = Self.suffix(of: checksum)
        return folder.entryNames().first { $0.hasSuffix(suffix) }.map(folder.appending)
    }

    /// The jar of a driver in the pinned release; nil where that is not installed, or does not have it.
    func jar(of driver: JDBCDriver) -> FilePath? {
        guard let lib = PinnedRelease.checksum.flatMap(home(ofArchive:))?.appending("lib")
        else { return nil }
        return driver.named(among: lib.entryNames().sorted().map(lib.appending))
    }

    private static func suffix(of checksum: SHA256) -> String {
        "-" + checksum.description.prefix(12)
    }

    /// Brings the release of an archive into its place.
    ///
    /// - Parameters:
    ///   - source: the archive.
    ///   - expected: its checksum, where one is given.
    ///   - isForAll: whether it is the one to use from now on in all projects.
    ///   - context: where the programs run that fetch and unpack it.
    /// - Returns: the release's place, and its version.
    /// - Throws: ``MigrateError``, ``FileError``, and as ``ProcessRunner/run(_:output:error:)``.
    func add(
        _ source: ArchiveSource, expecting expected: SHA256?, isForAll: Bool, in context: Context
    ) async throws -> (home: FilePath, version: String) {
        let staging = try StagingFolder(in: folder)
        let archive = try await source.fetch(into: staging.path, in: context)

        let checksum = try SHA256.ofFile(archive)
        try source.check(checksum, against: expected)

        let unpacked = staging.path.appending("home")
        let version = try LiquibaseArchive(path: archive, shownAs: source.description)
            .unpack(to: unpacked)
        let home = home(version: version, checksum: checksum)
        try adopt(unpacked, as: home)
        if isForAll { try use(home) }
        return (home, version)
    }

    /// Puts a prepared release in its place, unless it is already there.
    ///
    /// - Parameters:
    ///   - prepared: the release in the staging folder; what it replaces goes there.
    ///   - home: its place.
    /// - Throws: ``FileError``.
    private func adopt(_ prepared: FilePath, as home: FilePath) throws {
        if home.files().mapValues(\.size) != prepared.files().mapValues(\.size) {
            prepared.putFilesOnDisk()
            if home.isDirectory {
                // It is damaged, or it could not be another.
                try home.rename(to: prepared.containingFolder.appending("damaged"))
            }
            try prepared.rename(to: home)
        }
    }

    private func use(_ home: FilePath) throws {
        let name = home.lastComponent?.string ?? ""
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = folder.appending(".current.\(suffix)")
        guard temporary.withPlatformString({ symlink(name, $0) }) == 0 else {
            throw FileError.cannotCreate(link.string, Errno(rawValue: errno))
        }
        try temporary.rename(to: link)
    }
}

extension FilePath {
    /// Has all files below the folder put on the disk, so that a rename cannot outlive them.
    fileprivate func putFilesOnDisk() {
        for name in files().keys {
            guard
                let file = try? FileDescriptor.open(
                    appending(name), .readOnly, options: .closeOnExec)
            else { continue }
            _ = fsync(file.rawValue)
            try? file.close()
        }
    }
}
