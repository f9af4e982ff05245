import DevtoolKit
import SystemPackage

/// An input of the command: a file, standard input, a URL, or a file that was found in a folder.
struct BoardFile: Equatable, Sendable {
    /// Where it is.
    let place: Place
    /// What messages call it: a URL without what may be secret.
    let name: String
    /// Where the output lies in an output folder: the name, or the path from the folder it was found in.
    let outputName: FilePath
    /// Whether the user named a folder, so that what is no export is not meant.
    let isFound: Bool

    /// Where an input is.
    enum Place: Equatable, Sendable {
        /// Standard input.
        case standardInput
        /// A file, by its path.
        case file(FilePath)
        /// On the web, at a URL that is yet to be read.
        case web(String)
    }

    private init(_ place: Place, named name: String, outputName: FilePath, isFound: Bool = false) {
        (self.place, self.name) = (place, name)
        (self.outputName, self.isFound) = (outputName, isFound)
    }

    /// An input that the user named.
    init(_ argument: String, in context: Context) {
        if argument == "-" {
            self.init(.standardInput, named: "<stdin>", outputName: "stdin.json")
        } else if BoardAddress.isURL(argument) {
            let address = try? BoardAddress(argument)
            self.init(
                .web(argument), named: address?.name ?? "the URL",
                outputName: FilePath(address?.fileName ?? "board.json"))
        } else {
            self.init(at: context.path(argument))
        }
    }

    /// A file that the user named.
    init(at path: FilePath) {
        let outputName = path.lastComponent.map { FilePath(root: nil, [$0]) } ?? path
        self.init(.file(path), named: path.string, outputName: outputName)
    }

    /// A file found in a folder.
    init(found path: FilePath, below folder: FilePath) {
        var below = path
        _ = below.removePrefix(folder)
        self.init(.file(path), named: path.string, outputName: below, isFound: true)
    }

    /// The path of a file; nil for anything else.
    var path: FilePath? {
        if case .file(let path) = place { path } else { nil }
    }
}
