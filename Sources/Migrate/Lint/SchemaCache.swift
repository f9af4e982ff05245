import Archives
import Changelogs
import DevtoolKit
import SystemPackage

/// The user's cache of what the lint needs from the jars of Liquibase and its extensions: unpacked
/// schemas, and the known changes.
///
/// A folder appears whole, by a rename, and is never changed; its name is made of the jars' paths, sizes
/// and times.
struct SchemaCache {
    let context: Context

    /// What is known of the Liquibase that the commands would run, or the reason why nothing is.
    func contents(
        for settings: LintSettings
    ) -> (schemas: SchemaFolder, release: LiquibaseRelease, problem: String?) {
        let found = try? settings.liquibase.get()
        let release = (try? release(of: found, with: settings.jars)) ?? LiquibaseRelease()
        do {
            return (SchemaFolder(try schemas(of: settings.liquibase.get())), release, nil)
        } catch {
            let reason =
                (error as? any DiagnosableError)?.diagnostics.first?.message ?? "\(error)"
            return (SchemaFolder(nil), release, reason)
        }
    }

    /// The jars that have schemas: in the layout up to 4.10 all of Liquibase is one.
    private static let jars = [
        "liquibase.jar", "internal/lib/liquibase-core.jar", "internal/lib/liquibase-commercial.jar",
        "internal/lib/liquibase-pro.jar",
    ]

    private func schemas(of liquibase: Liquibase) throws -> FilePath {
        let jars = Self.jars.map { liquibase.home.appending($0) }.filter(\.isFile)
        return try folder("schemas", of: jars) { folder in
            for jar in jars { try Self.unpack(jar, to: folder) }
            guard folder.isDirectory else {
                throw MigrateError.noLiquibase(home: liquibase.home.string)
            }
        }
    }

    private static let fileName = "release"

    /// Reads what the jars declare; one that is no archive declares nothing.
    private func release(
        of liquibase: Liquibase?, with jars: [FilePath]
    ) throws -> LiquibaseRelease {
        let folder = try folder("release", of: jars) { folder in
            try folder.createDirectories()
            let release = LiquibaseRelease(
                version: liquibase?.version(), jars: jars.compactMap { try? ZipArchive($0) })
            try folder.appending(Self.fileName).write(Array(release.text.utf8))
        }
        let bytes = try folder.appending(Self.fileName).contents()
        return LiquibaseRelease(text: String(decoding: bytes, as: UTF8.self))
    }

    /// The folder with what is made of jars; it is filled where it is not there yet.
    private func folder(
        _ kind: String, of jars: [FilePath], fill: (FilePath) throws -> Void
    ) throws -> FilePath {
        let key = jars.map { "\($0.resolved ?? $0) \(FileState(of: $0).identity)\n" }.joined()
        let cache = try context.cacheFolder().appending("changelog-schemas")
        let folder = cache.appending("\(kind)-\(key.fingerprint)")
        if folder.isDirectory { return folder }
        let staging = try StagingFolder(in: cache)
        let unpacked = staging.path.appending(kind)
        try fill(unpacked)
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
