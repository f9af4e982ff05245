import DevtoolKit
import SystemPackage

/// The class path of a run: the target's own entries, then that of Liquibase's launcher.
///
/// The launcher puts the current folder before all jars. Here it is last, because Java accepts no class data archive
/// for jars that follow a folder. The order does not matter for changelogs: Liquibase searches the folder before the
/// class path.
struct ClassPath: Hashable, Sendable {
    let jars: [FilePath]
    /// Whether a folder precedes a jar, which only a target's own entries can cause.
    let mixesFolders: Bool
    let paths: [FilePath]
    private let hasDirectory: Bool

    init(own: [String], jar: FilePath, folders: [FilePath], directory: FilePath, hasDirectory: Bool = true) {
        let owned = own.map { FilePath($0).absolute(in: directory) }
        // The launcher's shell expands the folders in this order.
        let others = folders.flatMap { folder in
            folder.entryNames().filter { $0.hasSuffix(".jar") && !$0.hasPrefix(".") }.sorted().map {
                folder.appending($0)
            }.filter { $0 != jar }
        }
        let all = owned + [jar] + others
        jars = all.filter { !$0.isDirectory }
        mixesFolders = jars.count < all.count
        paths = all
        self.hasDirectory = hasDirectory
    }

    var text: String { (paths.map(\.string) + (hasDirectory ? ["."] : [])).joined(separator: ":") }

    /// The argument of `-cp` for training, because later versions reject an archive created with the current folder.
    var jarText: String { jars.map(\.string).joined(separator: ":") }
}
