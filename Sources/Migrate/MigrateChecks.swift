import Changelogs
import DevtoolKit
import Scanning
import SystemPackage
import XML

/// The checks of `devtool doctor` for `migrate`: Java, Liquibase, and the configured databases.
struct MigrateChecks {
    let context: Context

    func all() async -> [HealthCheck] {
        // devtool's own check reports configuration errors.
        guard let configuration = try? context.configurationOrDefaults() else {
            return Self.libraries(readingXML: false)
        }
        let section = configuration.section(of: MigrateCommand.self)
        let selection = TargetSelection(configuration, in: context)
        let isUsed =
            !selection.names.isEmpty || section.origin(of: TargetSetting.changelog) != nil
            || context.environment["DATABASE_URL"] != nil
        var checks = Self.libraries(
            readingXML: isUsed && section[TargetSetting.changelog]?.lowercased().hasSuffix(".xml") == true)
        checks += [
            await check("Java", isNeeded: isUsed) {
                try await javaVersion(for: section, from: configuration.directory)
            },
            await check("Liquibase", isNeeded: isUsed) {
                let liquibase = try Liquibase.locate(for: section, from: configuration.directory, in: context)
                return "\(liquibase.version() ?? "unknown version") in \(liquibase.home)"
            },
        ]
        if isUsed, selection.names.isEmpty, context.environment["DATABASE_URL"] == nil {
            checks.append(HealthCheck("targets", .unneeded("none", fix: "set 'url' or 'targets' below 'migrate'")))
        }
        for name in selection.names {
            let target = await HealthCheck.looking(at: "target \(name)") { try check(selection.target(named: name)) }
            checks.append(target)
        }
        return checks
    }

    /// Runs a check; a missing program is a problem only if it is needed.
    private func check(_ name: String, isNeeded: Bool, _ detail: () async throws -> String) async -> HealthCheck {
        do { return HealthCheck(name, .healthy(try await detail())) } catch is NotInstalled where !isNeeded {
            return HealthCheck(name, .unneeded("not installed; only 'devtool migrate' needs it"))
        } catch let error as any DiagnosableError { return HealthCheck(name, error) } catch {
            return HealthCheck(name, .problem("\(error)", fix: ""))
        }
    }

    private static func libraries(readingXML: Bool) -> [HealthCheck] {
        [
            .library(
                "libxml2", use: "reads and writes XML", version: LibXML2.version(), package: "libxml2",
                isNeeded: readingXML),
            .library("zlib", use: "reads jars and zip archives", version: ZipArchive.libraryVersion, package: "zlib1g"),
            .library(
                "libpg_query", use: "reads SQL in changelogs for PostgreSQL",
                version: PostgreSQLParser.isInstalled ? "installed" : nil, package: PostgreSQLParser.package),
        ]
    }

    /// The version of Java from its `release` file.
    ///
    /// Without that file, it runs Java, but never one that the project names or contains, because checking a project
    /// must not run its programs.
    private func javaVersion(for section: ConfigurationSection, from directory: FilePath) async throws -> String {
        let name = section[TargetSetting.java]
        let java = try JavaRuntime.locate(named: name, from: directory, in: context)
        if let release = JavaRelease(of: java) { return "\(release.version) in \(java.executable)" }
        let program = java.executable.resolved ?? java.executable
        guard name == nil, !program.starts(with: directory.resolved ?? directory) else {
            return "\(java.executable), not run because it is set by the project"
        }
        let (termination, output) = try await context.processes.output(of: Invocation(java.executable, ["--version"]))
        guard termination == .exited(0) else { return "unknown version in \(java.executable)" }
        let version = String(decoding: output, as: UTF8.self).lines.first ?? ""
        return "\(version) in \(java.executable)"
    }

    /// Checks the driver of a target's database, and the server.
    private func check(_ target: Target) throws -> String {
        if let java = target.section[TargetSetting.java] {
            _ = try JavaRuntime.locate(named: java, from: target.directory, in: context)
        }
        guard let url = target.url else { return "no url" }
        if target.driver == nil, let hint = JDBCDriver.hint(forEngine: url.engine) {
            throw Problem(.badConfiguration, "the database '\(url.engine)' is unknown", hint: hint)
        }
        if target.section.isOfList { return "a list; its items are not queried" }
        let liquibase = try Liquibase.locate(for: target.section, from: target.directory, in: context)
        var jars = liquibase.classPath(of: target.classpath, in: target.directory).jars
        if let driver = target.missingDriver(besides: liquibase) {
            guard let jar = try Installation(in: context).jar(of: driver) else { throw Problem.noDriver(driver) }
            jars.insert(jar, at: 0)
        }
        let age =
            target.driver.flatMap { driver in driver.named(among: jars).flatMap(driver.age).map { "; \($0)" } } ?? ""
        guard let server = DatabaseAddress(url: url) else { return url.hidingURLPassword + age }
        if let refusal = server.refusal() { throw Problem.noServer("\(server.host):\(server.port)", refusal) }
        return "\(server.host):\(server.port) answers\(age)"
    }
}
