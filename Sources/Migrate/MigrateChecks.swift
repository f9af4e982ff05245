import DevtoolKit
import SystemPackage
import XML

/// What `devtool doctor` looks at for `migrate`: Java, Liquibase, and the configured databases.
struct MigrateChecks {
    let context: Context

    /// The results; databases are looked at where there is a configuration that can be read.
    func all() async -> [HealthCheck] {
        let java = await HealthCheck.looking(at: "Java") { try await javaVersion() }
        let liquibase = await HealthCheck.looking(at: "Liquibase") {
            let liquibase = try Liquibase.locate(in: context)
            return
                "\(await liquibase.version(in: context) ?? "of unknown version") in \(liquibase.home)"
        }
        // What is wrong with the file is told by devtool's own check.
        guard let configuration = try? context.configurationOrDefaults() else {
            return [libxml2(), java, liquibase]
        }
        var checks = [libxml2(), java, liquibase]
        let selection = TargetSelection(configuration, in: context)
        for name in selection.names {
            let target = await HealthCheck.looking(at: "target \(name)") {
                try check(selection.target(named: name))
            }
            checks.append(target)
        }
        return checks
    }

    private func libxml2() -> HealthCheck {
        guard let version = LibXML2.version() else {
            return HealthCheck(
                "libxml2", .problem("it is not installed", fix: "Debian: apt-get install libxml2"))
        }
        return HealthCheck("libxml2", .healthy(version))
    }

    private func javaVersion() async throws -> String {
        let java = try JavaRuntime.locate(in: context).executable
        let (_, output) = try await context.processes.output(of: Invocation(java, ["--version"]))
        let version = String(decoding: output, as: UTF8.self).prefix { !$0.isNewline }
        return "\(version) in \(java)"
    }

    /// Looks for the driver of a target's database, and for the server.
    private func check(_ target: Target) throws -> String {
        guard let url = target.url else { return "no url" }
        if target.classpath.isEmpty, let driver = JDBCDriver(url: url) {
            let home = try Liquibase.locate(in: context).home
            guard driver.isIn([home.appending("lib"), home.appending("internal/lib")]) else {
                throw MigrateError.noDriver(jar: driver.jarPrefix)
            }
        }
        guard let server = DatabaseAddress(url: url) else { return url.hidingURLPassword }
        if let reason = server.refusal() {
            throw MigrateError.noServer("\(server.host):\(server.port)", reason: reason)
        }
        return "\(server.host):\(server.port) answers"
    }
}
