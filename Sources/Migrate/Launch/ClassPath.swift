import DevtoolKit
import SystemPackage

/// The class path of a run: that of Liquibase's launcher, preceded by the target's own entries.
///
/// The launcher has the current folder before all jars. Here it is the last, for Java takes no archive of
/// class data for jars that come after a folder; Liquibase looks for a changelog in the folder itself
/// before it asks Java for one.
struct ClassPath: Hashable, Sendable {
    let jars: [FilePath]
    /// Whether a folder stands before a jar, as only a target can want it.
    let mixesFolders: Bool
    /// The jars and folders, but for the folder of the run.
    let paths: [FilePath]
    private let hasDirectory: Bool

    /// Puts the entries in their order.
    ///
    /// - Parameters:
    ///   - own: the target's entries, from `directory`.
    ///   - jar: Liquibase's own jar.
    ///   - folders: folders of more jars; they need not exist.
    ///   - directory: the folder of the run.
    ///   - hasDirectory: whether that folder is in the class path, too.
    init(
        own: [String], jar: FilePath, folders: [FilePath], directory: FilePath,
        hasDirectory: Bool = true
    ) {
        let owned = own.map { FilePath($0).absolute(in: directory) }
        // In the order in which the launcher's shell finds them.
        let others = folders.flatMap { folder in
            folder.entryNames().filter { $0.hasSuffix(".jar") && !$0.hasPrefix(".") }.sorted()
                .map { folder.appending($0) }.filter { $0 != jar }
        }
        let all = owned + [jar] + others
        jars = all.filter { !$0.isDirectory }
        mixesFolders = jars.count < all.count
        paths = all
        self.hasDirectory = hasDirectory
    }

    /// The class path as Java takes it.
    var text: String {
        (paths.map(\.string) + (hasDirectory ? ["."] : [])).joined(separator: ":")
    }

    /// The jars as Java takes them: later versions use no archive that was made with the current folder.
    var jarText: String { jars.map(\.string).joined(separator: ":") }
}
