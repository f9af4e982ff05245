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
    package init(_ argument: String, forMany: Bool = false) {
        let path = FilePath(argument)
        if forMany {
            self = .collection(path)
        } else if argument.hasSuffix("/") || path.isDirectory {
            self = .folder(path)
        } else {
            self = .file(path)
        }
    }
}
