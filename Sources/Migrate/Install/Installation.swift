import DevtoolKit
import Glibc
import SystemPackage

/// The folder in the user's cache for installed releases of Liquibase.
///
/// The folder of a release is named after its version and the archive's checksum. A rename makes it appear at once, and
/// it never changes. The link `current` refers to the default release.
struct Installation {
    let folder: FilePath

    init(in context: Context) throws { folder = try context.cacheFolder().appending("liquibase") }

    private var link: FilePath { folder.appending("current") }

    var current: FilePath? { link.resolved }

    func home(version: String, checksum: SHA256) -> FilePath { folder.appending(version + Self.suffix(of: checksum)) }

    func home(version: String) -> FilePath? {
        folder.entryNames().sorted().first { $0.hasPrefix(version + "-") }.map(folder.appending)
    }

    func home(ofArchive checksum: SHA256) -> FilePath? {
        let suffix = Self.suffix(of: checksum)
        return folder.entryNames().first { $0.hasSuffix(suffix) }.map(folder.appending)
    }

    func jar(of driver: JDBCDriver) -> FilePath? {
        guard let lib = PinnedRelease.checksum.flatMap(home(ofArchive:))?.appending("lib") else { return nil }
        return driver.named(among: lib.entryNames().sorted().map(lib.appending))
    }

    private static func suffix(of checksum: SHA256) -> String { "-" + checksum.description.prefix(12) }

    func add(_ source: ArchiveSource, expecting expected: SHA256?, isForAll: Bool, in context: Context) async throws
        -> (home: FilePath, version: String)
    {
        let staging = try StagingFolder(in: folder)
        let archive = try await source.fetch(into: staging.path, in: context)

        let checksum = try SHA256.ofFile(archive)
        try source.check(checksum, against: expected)

        let unpacked = staging.path.appending("home")
        let version = try LiquibaseArchive(path: archive, shownAs: source.description).unpack(to: unpacked)
        let home = home(version: version, checksum: checksum)
        try adopt(unpacked, as: home)
        if isForAll { try use(home) }
        return (home, version)
    }

    private func adopt(_ prepared: FilePath, as home: FilePath) throws {
        if home.files().mapValues(\.size) != prepared.files().mapValues(\.size) {
            for name in prepared.files().keys { try? prepared.appending(name).flush() }
            if home.isDirectory {
                // The name contains the archive's checksum, so an existing folder with other contents is damaged.
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
