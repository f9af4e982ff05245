import DevtoolKit
import SystemPackage

/// An export that came from the web, in a temporary file without a name.
struct FetchedBoard {
    /// What messages call it: its URL, without what may be secret.
    let name: String
    /// The file, which belongs to whoever gets this.
    let file: FileDescriptor
}

extension BoardInput {
    /// Opens a file, standard input if the argument is `-`, or what a URL names.
    ///
    /// - Throws: what ``init(_:temporaryFolder:)`` and ``BoardFetch/board(in:)`` throw.
    init(_ argument: String, temporaryFolder: FilePath, in context: Context) async throws {
        guard BoardAddress.isURL(argument) else {
            try self.init(argument, temporaryFolder: temporaryFolder)
            return
        }
        try self.init(
            await BoardFetch(of: argument, to: temporaryFolder, in: context).board(in: context))
    }

    /// Reads a board from the web.
    init(_ board: FetchedBoard) throws {
        do {
            self.init(name: board.name, source: try InputSource(board.file))
        } catch let errno as Errno {
            try? board.file.close()
            throw CardsError.cannotSpool(errno)
        }
    }
}
