import Changelogs
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

    /// Whether a version of Liquibase is known to be usable so.
    ///
    /// It runs again and again in one process, and what it remembers is known. Of those from 4.29 to 5.0 the
    /// first, the last and one between were tried.
    private static func isProven(_ version: String) -> Bool {
        guard let number = LiquibaseVersion(version) else { return false }
        return version == "4.6.2"
            || number >= LiquibaseVersion(4, 29) && number < LiquibaseVersion(5, 1)
    }

    /// Prepares the program for what starts Liquibase.
    ///
    /// - Returns: nil where there is no folder to put it in, or where Liquibase is another than those that
    ///   are known to be usable so.
    init?(for launch: LiquibaseLaunch) {
        guard let version = launch.liquibase.version(), Self.isProven(version),
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
