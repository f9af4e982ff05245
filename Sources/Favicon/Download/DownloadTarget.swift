import DevtoolKit
package import SystemPackage

/// Where downloaded icons go, as the user has named it.
package enum DownloadTarget: Sendable, Hashable {
    /// The file of the only one, whose name may lack the right extension.
    case file(FilePath)
    /// A folder for the only one.
    case folder(FilePath)
    /// A folder for those of many pages.
    case collection(FilePath)

    /// What the user means by an argument.
    ///
    /// For one icon it is a folder if it ends in a slash, or if a folder of that name is there.
    ///
    /// - Parameters:
    ///   - argument: the argument.
    ///   - path: the path that it stands for.
    ///   - forMany: whether there may be several icons.
    package init(_ argument: String, at path: FilePath, forMany: Bool = false) {
        if forMany {
            self = .collection(path)
        } else if argument.hasSuffix("/") || path.isDirectory {
            self = .folder(path)
        } else {
            self = .file(path)
        }
    }
}
