import DevtoolKit
import Synchronization
import SystemPackage

/// An unpacked Liquibase.
struct Liquibase {
    /// The folder that holds it.
    let home: FilePath

    /// Finds the Liquibase that a target wants: a folder, the version of one that is installed, or
    /// `system` for the one on the `PATH`; nil for any, as ``locate(in:)`` finds it.
    ///
    /// - Throws: ``MigrateError`` when it is not there.
    static func locate(
        named name: String?, from directory: FilePath, in context: Context
    ) throws -> Liquibase {
        guard let name else { return try locate(in: context) }
        let home: FilePath?
        if name == "system" {
            home = context.executable(named: "liquibase")?.resolved?.removingLastComponent()
        } else if name.contains("/") || FilePath(name).absolute(in: directory).isDirectory {
            home = FilePath(name).absolute(in: directory)
        } else {
            home = try Installation(in: context).home(version: name)
        }
        guard let home, let liquibase = Liquibase(home: home) else {
            throw MigrateError.noChosenLiquibase(name)
        }
        return liquibase
    }

    /// Finds Liquibase: in `LIQUIBASE_HOME`, else where `devtool migrate install` put it, else beside the
    /// `liquibase` on the `PATH`.
    static func locate(in context: Context) throws -> Liquibase {
        if let path = context.environment["LIQUIBASE_HOME"], !path.isEmpty {
            guard
                let liquibase = Liquibase(
                    home: FilePath(path).absolute(in: context.workingDirectory))
            else {
                throw MigrateError.noLiquibase(home: path)
            }
            return liquibase
        }
        let installed = try Installation(in: context).current
        let launcher = context.executable(named: "liquibase")?.resolved
        let candidates = [installed, launcher?.removingLastComponent()].compactMap(\.self)
        guard let liquibase = candidates.lazy.compactMap({ Liquibase(home: $0) }).first else {
            throw MigrateError.noLiquibase(home: nil)
        }
        return liquibase
    }

    /// Takes a folder for Liquibase if it looks like one.
    init?(home: FilePath) {
        self.home = home
        guard jar.isFile || launcher.isExecutable else { return nil }
    }

    /// The jar that holds all of Liquibase, in the layout up to 4.10.
    var jar: FilePath { home.appending("liquibase.jar") }
    /// The script that starts later layouts, whose class path is its own affair.
    var launcher: FilePath { home.appending("liquibase") }
    /// Whether the folder is a later layout, and not just one with a script that starts another.
    var isLaterLayout: Bool { home.appending("internal/lib/liquibase-core.jar").isFile }

    /// The version, read from the jar without starting Java; nil where that cannot be done.
    func version(in context: Context) async -> String? {
        guard let unzip = context.executable(named: "unzip") else { return nil }
        let core = isLaterLayout ? home.appending("internal/lib/liquibase-core.jar") : jar
        let invocation = Invocation(unzip, ["-p", core.string, "liquibase.build.properties"])
            .withBareEnvironment(in: context)
        let text = Mutex<[UInt8]>([])
        // What it complains of is not the user's.
        guard core.isFile,
            (try? await context.processes.run(
                invocation, output: { bytes in text.withLock { $0 += bytes } },
                error: { _ in })) == .exited(0)
        else { return nil }
        return LiquibaseArchive.version(in: text.withLock { String(decoding: $0, as: UTF8.self) })
    }
}
