import Glibc
import SystemPackage
/// What the global options ask of a run; where they are silent, the environment decides.
///
/// Apart from ``GlobalOptions``, which ArgumentParser needs a millisecond to create even from nothing.
struct HostOptions: Hashable, Sendable {
    var folder: String?
    var configurationFile: String?
    /// When messages are coloured.
    var color: ColorChoice?
    /// How much is said.
    var verbosity: Verbosity?
    var reports: [ReportRequest] = []

    /// These options, and where they are silent the others: those before the command's name.
    func merging(_ outer: HostOptions) -> HostOptions {
        HostOptions(
            folder: folder ?? outer.folder,
            configurationFile: configurationFile ?? outer.configurationFile,
            color: color ?? outer.color,
            verbosity: verbosity ?? outer.verbosity,
            reports: outer.reports + reports)
    }

    /// Enters the folder to work in.
    ///
    /// - Returns: the folder that paths are relative to.
    /// - Throws: ``FolderError``; `FileError` where the current folder has been deleted.
    func enterFolder() throws -> FilePath {
        if let folder, chdir(folder) != 0 {
            throw FolderError(folder: folder, reason: Errno(rawValue: errno))
        }
        let directory = try FilePath.currentDirectory()
        // Programs believe it.
        if folder != nil { setenv("PWD", directory.string, 1) }
        return directory
    }

    /// How much is to be said: as the options tell, else as the devtool that runs this one was told.
    func verbosity(in environment: [String: String]) -> Verbosity {
        verbosity ?? environment["DEVTOOL_VERBOSITY"].flatMap(Verbosity.init) ?? .normal
    }

    /// The environment variables with these options in the place of those that mean the same.
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

/// A folder that cannot be entered; the exit status is 66.
struct FolderError: DiagnosableError {
    let folder: String
    let reason: Errno

    var diagnostics: [Diagnostic] { [Diagnostic("cannot enter '\(folder)': \(reason)")] }

    var exitStatus: ExitStatus { .noInput }
}
