import Archives
import DevtoolKit
import Scanning
import SystemPackage

/// An unpacked Liquibase release.
struct Liquibase {
    /// The folder that holds it.
    let home: FilePath

    /// Finds the Liquibase that the section of a target, or that of all, wants: a folder, the version of
    /// one that is installed, or `system` for the one on the `PATH`; else any, first of all that of the
    /// archive that the section names for `devtool migrate install`.
    ///
    /// - Throws: ``MigrateError`` when it is not there.
    static func locate(
        for section: ConfigurationSection, from directory: FilePath, in context: Context
    ) throws -> Liquibase {
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
            throw MigrateError.noChosenLiquibase(name)
        }
        return liquibase
    }

    /// Finds Liquibase: in `LIQUIBASE_HOME`, else where `devtool migrate install` put that of an archive,
    /// or the one for all projects, else beside the `liquibase` on the `PATH`.
    private static func locate(
        installedFrom archive: SHA256?, in context: Context
    ) throws -> Liquibase {
        if let path = context.environment["LIQUIBASE_HOME"], !path.isEmpty {
            guard
                let liquibase = Liquibase(
                    home: FilePath(path).absolute(in: context.workingDirectory))
            else {
                throw MigrateError.noLiquibase(home: path)
            }
            return liquibase
        }
        let installation = try Installation(in: context)
        let launcher = context.executable(named: "liquibase")?.resolved
        let candidates = [
            archive.flatMap(installation.home(ofArchive:)), installation.current,
            launcher?.containingFolder,
        ].compactMap(\.self)
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
    /// The script that starts it.
    var launcher: FilePath { home.appending("liquibase") }
    /// Whether the folder is a later layout, and not just one with a script that starts another.
    var isLaterLayout: Bool { !jar.isFile && laterCore.isFile }
    private var laterCore: FilePath { home.appending("internal/lib/liquibase-core.jar") }

    /// The jar with its classes; nil where only the script knows, as where a package manager wraps it.
    var core: FilePath? {
        if jar.isFile { return jar }
        return isLaterLayout ? laterCore : nil
    }

    /// The version, read from the jar without starting Java; nil where that cannot be done.
    func version() -> String? {
        guard let core,
            let properties = try? ZipArchive(core)
                .contents(of: "liquibase.build.properties", limit: 1 << 16)
        else { return nil }
        return Self.version(in: String(decoding: properties, as: UTF8.self))
    }

    /// The value of `build.version`, if it can be part of a folder's name.
    private static func version(in properties: String) -> String? {
        let prefix = "build.version="
        guard
            let line = properties.javaLines
                .first(where: { $0.hasPrefix(prefix) })
        else { return nil }
        let version = line.dropFirst(prefix.count)
        let isName = version.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0))
        }
        return isName && version.first?.isNumber == true && version.utf8.count <= 100
            ? String(version) : nil
    }
}
