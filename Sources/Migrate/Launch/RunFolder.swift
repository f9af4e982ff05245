import DevtoolKit
import SystemPackage

/// The folder for the temporary files of one run, removed with the run.
///
/// The driver for SQLite unpacks its library into Java's temporary folder, and leaves it there when it is
/// killed: here the next run removes it. The folder lies in the user's cache and not in `/tmp`, where others
/// could put one in its place.
struct RunFolder: Sendable {
    private let staging: StagingFolder

    /// Makes a folder in `parent`.
    ///
    /// - Throws: ``FileError``.
    init(in parent: FilePath) throws {
        staging = try StagingFolder(in: parent)
    }

    /// Removes it now, where others are about to be told that the run has ended.
    func remove() { staging.path.removeRecursively() }

    var path: FilePath { staging.path }

    /// Java's options to use it; none where no library can be loaded from it: then Java uses its own.
    var options: [String] { path.allowsExecution ? ["-Djava.io.tmpdir=\(path)"] : [] }
}
