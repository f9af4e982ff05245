package import SystemPackage

/// An input of the command: a file, standard input, or a file that was found in a folder.
package struct BoardFile: Equatable, Sendable {
    /// The input as the user named it, or would name it; `-` for standard input.
    package var name: String
    /// Where the output lies in an output folder: the name, or the path from the folder it was found in.
    package var outputName: FilePath
    /// Whether the user named a folder, so that what is no export is not meant.
    package var isFound: Bool

    /// An input that the user named.
    package init(named name: String) {
        self.name = name
        outputName =
            name == "-" ? "stdin.json" : FilePath(FilePath(name).lastComponent?.string ?? name)
        isFound = false
    }

    /// A file found in a folder.
    package init(found path: FilePath, below folder: FilePath) {
        name = path.string
        var below = path
        _ = below.removePrefix(folder)
        outputName = below
        isFound = true
    }
}
