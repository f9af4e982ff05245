import Glibc
import SystemPackage
/// The values of the global options; for an option that is `nil`, the environment decides.
///
/// This type exists next to ``GlobalOptions`` because ArgumentParser takes a millisecond to create even an empty one of
/// those.
struct HostOptions: Hashable, Sendable {
    var folder: String?
    var configurationFile: String?
    var color: ColorChoice?
    var verbosity: Verbosity?
    var reports: [ReportRequest] = []

    /// Takes precedence over the outer options, which precede the command's name.
    func merging(_ outer: HostOptions) -> HostOptions {
        HostOptions(
            folder: folder ?? outer.folder,
            configurationFile: configurationFile ?? outer.configurationFile,
            color: color ?? outer.color,
            verbosity: verbosity ?? outer.verbosity,
            reports: outer.reports + reports)
    }

    /// Changes to the folder to work in, and returns it.
    ///
    /// - Throws: ``FolderError``; `FileError` if the current folder has been deleted.
    func enterFolder() throws -> FilePath {
        if let folder, chdir(folder) != 0 {
            throw FolderError(folder: folder, reason: Errno(rawValue: errno))
        }
        let directory = try FilePath.currentDirectory()
        // Programs trust this variable.
        if folder != nil { setenv("PWD", directory.string, 1) }
        return directory
    }

    /// The option, else the verbosity of the parent devtool.
    func verbosity(in environment: [String: String]) -> Verbosity {
        verbosity ?? environment["DEVTOOL_VERBOSITY"].flatMap(Verbosity.init) ?? .normal
    }

    /// Sets the environment variables that correspond to these options.
    func applied(to environment: [String: String]) -> [String: String] {
        var environment = environment
        if let configurationFile { environment["DEVTOOL_CONFIG"] = configurationFile }
        if let verbosity { environment["DEVTOOL_VERBOSITY"] = verbosity.rawValue }
        if let color, color != .auto {
            environment["NO_COLOR"] = color == .never ? "1" : nil
            environment["FORCE_COLOR"] = color == .always ? "1" : nil
        }
        return environment
    }
}

/// A folder that cannot be entered; exits with status 66.
struct FolderError: DiagnosableError {
    let folder: String
    let reason: Errno

    var diagnostics: [Diagnostic] { [Diagnostic("cannot enter '\(folder)': \(reason)")] }

    var exitStatus: ExitStatus { .noInput }
}
