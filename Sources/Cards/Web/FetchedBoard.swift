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
    /// Opens an input, wherever it is.
    ///
    /// - Throws: what ``init(_:temporaryFolder:)`` and ``BoardFetch/board(in:)`` throw.
    init(_ file: BoardFile, temporaryFolder: FilePath, in context: Context) async throws {
        guard case .web(let argument) = file.place else {
            try self.init(file.path, temporaryFolder: temporaryFolder)
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
