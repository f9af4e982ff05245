import DevtoolKit
import SystemPackage

/// The folder for the temporary files of one run, removed with the run.
///
/// SQLite's driver unpacks its library into Java's temporary folder and leaves it there if killed; the next run removes
/// it. The folder is in the user's cache, because in `/tmp` other users could replace it.
struct RunFolder: Sendable {
    private let staging: StagingFolder

    init(in parent: FilePath) throws { staging = try StagingFolder(in: parent) }

    func remove() { staging.path.removeRecursively() }

    var path: FilePath { staging.path }

    /// Java's options to use the folder; none if libraries cannot be loaded from it.
    var options: [String] { path.allowsExecution ? ["-Djava.io.tmpdir=\(path)"] : [] }
}
