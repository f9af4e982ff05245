import SystemPackage

/// An input of the command: a file, standard input, a URL, or a file that was found in a folder.
struct BoardFile: Equatable, Sendable {
    /// The input as the user named it, or would name it; `-` for standard input.
    let argument: String
    /// What messages call it: a URL without what may be secret.
    let name: String
    /// Where the output lies in an output folder: the name, or the path from the folder it was found in.
    let outputName: FilePath
    /// Whether the user named a folder, so that what is no export is not meant.
    let isFound: Bool

    /// An input that the user named.
    init(_ argument: String) {
        self.argument = argument
        isFound = false
        if argument == "-" {
            (name, outputName) = ("<stdin>", "stdin.json")
        } else if BoardAddress.isURL(argument) {
            let address = try? BoardAddress(argument)
            name = address?.name ?? "the URL"
            outputName = FilePath(address?.fileName ?? "board.json")
        } else {
            name = argument
            outputName = FilePath(FilePath(argument).lastComponent?.string ?? argument)
        }
    }

    /// A file found in a folder.
    init(found path: FilePath, below folder: FilePath) {
        argument = path.string
        name = argument
        var below = path
        _ = below.removePrefix(folder)
        outputName = below
        isFound = true
    }
}
