import DevtoolKit
import SystemPackage

/// ``JavaProgram/devtoolFleet``, which runs Liquibase for one target after another in one process, ready
/// to be started.
///
/// Starting Java and Liquibase is nearly all that a run without changes takes, so many runs take little
/// more than one.
struct FleetProgram {
    /// The folder for what the process writes; a file `stop` in it has it begin no more.
    let folder: RunFolder

    /// The versions of Liquibase that are known to be usable so: they run again and again in one process,
    /// and remember nothing.
    private static let provenVersions: Set = ["4.6.2"]

    /// Prepares the program for what starts Liquibase.
    ///
    /// - Returns: nil where there is no folder to put it in, or where Liquibase is another than those that
    ///   are known to be usable so.
    init?(for launch: LiquibaseLaunch) {
        guard launch.liquibase.jar.isFile,
            let version = launch.liquibase.version(), Self.provenVersions.contains(version),
            let folder = launch.makeFolder()
        else { return nil }
        self.folder = folder
        do {
            try JavaProgram.devtoolFleet.write(to: folder.classes)
            try DatabaseGuard.write(to: folder.classes)
        } catch {
            return nil
        }
    }

    /// The file that has it begin no more runs, once it is there.
    var stopFile: FilePath { folder.path.appending("stop") }
}
