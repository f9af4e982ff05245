import Glibc
import SystemPackage
/// The values of the global options; `nil` leaves the decision to the environment.
///
/// ArgumentParser takes a millisecond to create even an empty ``GlobalOptions``.
struct HostOptions: Hashable, Sendable {
    var folder: String?
    var configurationFile: String?
    var color: ColorChoice?
    var verbosity: Verbosity?
    var reports: [ReportRequest] = []
    /// The options before a plugin's name that only plugins have.
    var pluginOptions: Set<PluginOption> = []

    /// Takes precedence over the outer options, which precede the command's name.
    func merging(_ outer: HostOptions) -> HostOptions {
        HostOptions(
            folder: folder ?? outer.folder, configurationFile: configurationFile ?? outer.configurationFile,
            color: color ?? outer.color, verbosity: verbosity ?? outer.verbosity, reports: outer.reports + reports,
            pluginOptions: outer.pluginOptions)
    }

    /// Changes to the folder to work in, and returns it.
    func enterFolder() throws -> FilePath {
        if let folder, chdir(folder) != 0 {
            throw Problem(.noInput, "cannot enter '\(folder)': \(Errno(rawValue: errno))")
        }
        let directory = try FilePath.currentDirectory()
        // Programs trust this variable.
        if folder != nil { setenv("PWD", directory.string, 1) }
        return directory
    }

    func verbosity(in environment: [String: String]) -> Verbosity {
        verbosity ?? environment["DEVTOOL_VERBOSITY"].flatMap(Verbosity.init) ?? .normal
    }

    func applied(to environment: [String: String]) -> [String: String] {
        var environment = environment
        if let configurationFile { environment["DEVTOOL_CONFIG"] = configurationFile }
        if let verbosity { environment["DEVTOOL_VERBOSITY"] = verbosity.rawValue }
        if pluginOptions.contains(.json) { environment["DEVTOOL_OUTPUT"] = "json" }
        if pluginOptions.contains(.dryRun) { environment["DEVTOOL_DRY_RUN"] = "1" }
        if let color, color != .auto {
            environment["NO_COLOR"] = color == .never ? "1" : nil
            environment["FORCE_COLOR"] = color == .always ? "1" : nil
        }
        return environment
    }
}
