public import ArgumentParser
import Glibc
import JSON
import SystemPackage

/// `devtool doctor`: checks the requirements of all commands, and suggests a fix for each problem.
public struct DoctorCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what the commands need and show how to fix each problem.",
        discussion: "Changes nothing. Exits with status 1 if there is a problem.")

    @Flag(help: "Print JSON.") var json = false

    /// The global options.
    @OptionGroup public var globalOptions: GlobalOptions

    /// Examples for the help and the manual page.
    public static let examples = [CommandExample("doctor", "Check this machine and this project.")]

    /// Creates the command.
    public init() {}

    /// Runs the checks of the suite, then those of each command.
    public mutating func run(in context: Context) async throws {
        let checks = await context.console.withProgress("Checking") { _ in await Self.allChecks(in: context) }
        checks.map(\.testCase).forEach(context.console.record)
        let isHealthy = checks.allSatisfy(\.isHealthy)
        try await (isHealthy ? nil : ExitStatus.problemsFound).end {
            if json {
                let document: JSONValue = ["schema": 1, "checks": .array(checks.map(\.json))]
                try context.console.print(document.prettyText)
            } else {
                let isQuiet = context.console.verbosity < .normal
                for check in checks where !(isQuiet && check.isHealthy) { try context.console.print(check.text) }
            }
        }
    }

    private static func allChecks(in context: Context) async -> [HealthCheck] {
        var checks = [
            HealthCheck(context.suiteName, .healthy(context.suiteVersion)),
            HealthCheck("libyaml", .healthy(YAMLParser.libraryVersion)), await cache(in: context),
            await project(in: context),
        ]
        if let site = context.documentation { checks.append(HealthCheck("documentation", .healthy(site.address))) }
        for plugin in context.plugins { checks += await plugin.checks(in: context) }
        return checks
    }

    private static func cache(in context: Context) async -> HealthCheck {
        await .looking(at: "cache folder") {
            var folder = try context.cacheFolder()
            let wanted = folder
            while (try? folder.stat()) == nil, folder.removeLastComponent() {}
            guard folder.isDirectory else { throw FileError.cannotCreate(wanted.string, .notDirectory) }
            guard folder.withPlatformString({ access($0, W_OK | X_OK) }) == 0 else {
                throw FileError.cannotCreate(wanted.string, Errno(rawValue: errno))
            }
            return wanted.string
        }
    }

    private static func project(in context: Context) async -> HealthCheck {
        await .looking(at: "configuration") {
            try context.configurationOrDefaults().fileName
                ?? "no \(ConfigurationFile.name) in this folder or any folder above; "
                + "'\(context.suiteName) init' creates one"
        }
    }
}
