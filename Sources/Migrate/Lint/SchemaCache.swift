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
    func schemas() async -> (folder: SchemaFolder, problem: String?) {
        do {
            let liquibase = try Liquibase.locate(in: context)
            return (SchemaFolder(try await folder(of: liquibase.home)), nil)
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

    private func folder(of home: FilePath) async throws -> FilePath {
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
        guard let unzip = context.executable(named: "unzip") else {
            throw MigrateError.noTool("unzip", package: "unzip")
        }
        let staging = try StagingFolder(in: cache)
        let unpacked = staging.path.appending("schemas")
        for jar in jars {
            // Without the folders in the jar no entry can leave the destination. A bracket in the jar's
            // path must not begin a set of characters.
            let name = jar.string.replacing("[", with: "[[]")
            let invocation = Invocation(
                unzip, ["-qqjo", name, Self.pattern, "-d", unpacked.string]
            ).withBareEnvironment(in: context)
            // 11 says that there was none.
            // What it complains of is told by its status.
            let termination = try await context.processes.run(invocation) { _ in }
            guard termination == .exited(0) || termination == .exited(11) else {
                throw MigrateError.toolFailed("\(invocation)")
            }
        }
        guard unpacked.isDirectory else { throw MigrateError.noLiquibase(home: home.string) }
        do {
            try unpacked.rename(to: folder)
        } catch {
            // Another process was faster.
            guard folder.isDirectory else { throw error }
        }
        return folder
    }

    private static let pattern = "www.liquibase.org/xml/ns/*.xsd"
}
