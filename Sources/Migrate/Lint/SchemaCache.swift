import Archives
import Changelogs
import DevtoolKit
import SystemPackage

/// The schemas of a Liquibase, unpacked from its jars into the user's cache.
///
/// A folder appears whole, by a rename, and is never changed; its name is made of the jars' paths, sizes
/// and times.
struct SchemaCache {
    let context: Context

    /// The schemas of the Liquibase that the commands would run, or the reason why there are none.
    func schemas(
        for section: ConfigurationSection, from directory: FilePath
    ) -> (folder: SchemaFolder, problem: String?) {
        do {
            let liquibase = try Liquibase.locate(for: section, from: directory, in: context)
            return (SchemaFolder(try folder(of: liquibase.home)), nil)
        } catch {
            let reason =
                (error as? any DiagnosableError)?.diagnostics.first?.message ?? "\(error)"
            return (SchemaFolder(nil), reason)
        }
    }

    /// The jars that have schemas: in the layout up to 4.10 all of Liquibase is one.
    private static let jars = [
        "liquibase.jar", "internal/lib/liquibase-core.jar", "internal/lib/liquibase-commercial.jar",
        "internal/lib/liquibase-pro.jar",
    ]

    private func folder(of home: FilePath) throws -> FilePath {
        var key = ""
        var jars: [FilePath] = []
        for name in Self.jars {
            let jar = home.appending(name)
            guard jar.isFile else { continue }
            key += "\(jar.resolved ?? jar) \(FileState(of: jar).identity)\n"
            jars.append(jar)
        }
        let cache = try context.cacheFolder().appending("changelog-schemas")
        let folder = cache.appending(key.fingerprint)
        if folder.isDirectory { return folder }
        let staging = try StagingFolder(in: cache)
        let unpacked = staging.path.appending("schemas")
        for jar in jars { try Self.unpack(jar, to: unpacked) }
        guard unpacked.isDirectory else { throw MigrateError.noLiquibase(home: home.string) }
        do {
            try unpacked.rename(to: folder)
        } catch {
            // Another process was faster.
            guard folder.isDirectory else { throw error }
        }
        return folder
    }

    private static let prefix = "www.liquibase.org/xml/ns/"
    /// The most bytes that a schema may have; the largest has a tenth.
    private static let sizeLimit = 1 << 23

    /// Unpacks the schemas of a jar into a folder: each by its own name, without the folders in the jar.
    private static func unpack(_ jar: FilePath, to folder: FilePath) throws {
        do {
            let archive = try ZipArchive(jar)
            for entry in archive.entries {
                guard let name = entry.name, name.hasPrefix(prefix), name.hasSuffix(".xsd"),
                    let last = name.split(separator: "/").last, !last.hasPrefix("."),
                    entry.kind == .file, entry.size <= sizeLimit
                else { continue }
                try folder.createDirectories()
                let file = try AtomicFile(replacing: folder.appending(String(last)))
                try archive.unpack(entry) { try file.write($0) }
                try file.commit()
            }
        } catch let error as ZipError {
            throw MigrateError(error, archive: jar.string)
        } catch let errno as Errno {
            throw FileError.cannotRead(jar.string, errno)
        }
    }
}
