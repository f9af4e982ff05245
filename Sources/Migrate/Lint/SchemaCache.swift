import Changelogs
import DevtoolKit
import SystemPackage

extension LintSettings {
    /// The schemas and known changes of Liquibase and its extensions, from the user's cache of data from their jars.
    ///
    /// A rename makes a folder of the cache appear at once, and it never changes. Its name is a hash of the jars'
    /// paths, sizes and times.
    func schemas() -> (schemas: SchemaFolder, release: LiquibaseRelease, problem: String?) {
        let found = try? liquibase.get()
        let release = (try? release(of: found, with: jars)) ?? LiquibaseRelease()
        do { return (SchemaFolder(try schemas(of: liquibase.get())), release, nil) } catch {
            let reason = (error as? any DiagnosableError)?.diagnostics.first?.message ?? "\(error)"
            return (SchemaFolder(nil), release, reason)
        }
    }

    /// The jars that contain schemas, in both layouts.
    private static let ownJars = [
        "liquibase.jar", "internal/lib/liquibase-core.jar", "internal/lib/liquibase-commercial.jar",
        "internal/lib/liquibase-pro.jar",
    ]

    private func schemas(of liquibase: Liquibase) throws -> FilePath {
        let jars = Self.ownJars.map { liquibase.home.appending($0) }.filter(\.isFile)
        return try folder("schemas", of: jars) { folder in
            for jar in jars { try Self.unpack(jar, to: folder) }
            guard folder.isDirectory else { throw Problem.noLiquibase(home: liquibase.home.string) }
        }
    }

    private static let releaseFile = "release"

    /// Reads the declarations of the jars and ignores invalid archives.
    private func release(of liquibase: Liquibase?, with jars: [FilePath]) throws -> LiquibaseRelease {
        let folder = try folder("release", of: jars) { folder in
            try folder.createDirectories()
            let release = LiquibaseRelease(version: liquibase?.version(), jars: jars.compactMap { try? ZipArchive($0) })
            try folder.appending(Self.releaseFile).write(Array(release.text.utf8))
        }
        let bytes = try folder.appending(Self.releaseFile).contents()
        return LiquibaseRelease(text: String(decoding: bytes, as: UTF8.self))
    }

    private func folder(_ kind: String, of jars: [FilePath], fill: (FilePath) throws -> Void) throws -> FilePath {
        let key = jars.map { "\($0.resolved ?? $0) \(FileState(of: $0).identity)\n" }.joined()
        let cache = try context.cacheFolder().appending("changelog-schemas")
        let folder = cache.appending("\(kind)-\(key.fingerprint)")
        if folder.isDirectory { return folder }
        let staging = try StagingFolder(in: cache)
        let unpacked = staging.path.appending(kind)
        try fill(unpacked)
        do { try unpacked.rename(to: folder) } catch {
            // Another process was faster.
            guard folder.isDirectory else { throw error }
        }
        return folder
    }

    private static let prefix = "www.liquibase.org/xml/ns/"
    /// The limit for a schema in bytes; the largest has a tenth of that.
    private static let sizeLimit = 1 << 23

    private static func unpack(_ jar: FilePath, to folder: FilePath) throws {
        do {
            let archive = try ZipArchive(jar)
            for entry in archive.entries {
                guard let name = entry.name, name.hasPrefix(prefix), name.hasSuffix(".xsd"),
                    let last = name.split(separator: "/").last, !last.hasPrefix("."), entry.kind == .file,
                    entry.size <= sizeLimit
                else { continue }
                try folder.createDirectories()
                let file = try AtomicFile(replacing: folder.appending(String(last)))
                try archive.unpack(entry) { try file.write($0) }
                try file.commit()
            }
        } catch let error as ZipError { throw Problem.unpacking(jar.string, error) } catch let errno as Errno {
            throw FileError.cannotRead(jar.string, errno)
        }
    }
}
