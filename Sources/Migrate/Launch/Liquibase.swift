import DevtoolKit
import Scanning
import SystemPackage

struct Liquibase {
    let home: FilePath

    /// Finds a Liquibase by folder, installed version, or `system` for the one on the `PATH`.
    ///
    /// Without a name, finds any Liquibase, preferably that of the archive configured for `devtool migrate install`.
    ///
    /// - Throws: ``Problem`` if there is none.
    static func locate(for section: ConfigurationSection, from directory: FilePath, in context: Context) throws
        -> Liquibase
    {
        guard let name = section[TargetSetting.liquibase] else {
            let checksum = section[MigrateSetting.installSHA256].flatMap { SHA256(argument: $0) }
            return try locate(installedFrom: checksum, in: context)
        }
        let home: FilePath?
        if name == "system" {
            home = context.executable(named: "liquibase")?.resolved?.containingFolder
        } else if name.contains("/") || FilePath(name).absolute(in: directory).isDirectory {
            home = FilePath(name).absolute(in: directory)
        } else {
            home = try Installation(in: context).home(version: name)
        }
        guard let home, let liquibase = Liquibase(home: home) else {
            throw Problem(
                .unavailable, "Liquibase '\(name)' not found (setting 'liquibase')",
                hint: "use a folder, an installed version, or 'system'")
        }
        return liquibase
    }

    /// Searches `LIQUIBASE_HOME`, the installation of the archive, the default installation, and the `PATH`.
    private static func locate(installedFrom archive: SHA256?, in context: Context) throws -> Liquibase {
        if let path = context.environment["LIQUIBASE_HOME"], !path.isEmpty {
            guard let liquibase = Liquibase(home: FilePath(path).absolute(in: context.workingDirectory)) else {
                throw Problem.noLiquibase(home: path)
            }
            return liquibase
        }
        let installation = try Installation(in: context)
        let launcher = context.executable(named: "liquibase")?.resolved
        let candidates = [
            archive.flatMap(installation.home(ofArchive:)), installation.current, launcher?.containingFolder,
        ].compactMap(\.self)
        guard let liquibase = candidates.lazy.compactMap({ Liquibase(home: $0) }).first else {
            throw NotInstalled.liquibase
        }
        return liquibase
    }

    init?(home: FilePath) {
        self.home = home
        guard jar.isFile || launcher.isExecutable else { return nil }
    }

    /// The jar with all of Liquibase, in the layout up to 4.10.
    var jar: FilePath { home.appending("liquibase.jar") }
    var launcher: FilePath { home.appending("liquibase") }
    /// Whether the folder has the later layout, and not just a script that starts another Liquibase.
    var isLaterLayout: Bool { !jar.isFile && laterCore.isFile }
    private var laterCore: FilePath { home.appending("internal/lib/liquibase-core.jar") }

    /// The jar with Liquibase's classes; `nil` if only a package manager's script knows where it is.
    var core: FilePath? {
        if jar.isFile { return jar }
        return isLaterLayout ? laterCore : nil
    }

    /// The version, read from the jar without starting Java; `nil` if that fails.
    func version() -> String? {
        let prefix = "build.version="
        guard let core, let bytes = try? ZipArchive(core).contents(of: "liquibase.build.properties", limit: 1 << 16),
            let line = String(decoding: bytes, as: UTF8.self).javaLines.first(where: { $0.hasPrefix(prefix) })
        else { return nil }
        let version = line.dropFirst(prefix.count)
        let isName = version.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
        return isName && version.first?.isNumber == true && version.utf8.count <= 100 ? String(version) : nil
    }
}

extension Problem {
    static func noLiquibase(home: String) -> Problem {
        Problem(.unavailable, "Liquibase not found in LIQUIBASE_HOME ('\(home)')")
    }
}
