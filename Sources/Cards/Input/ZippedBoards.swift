import DevtoolKit
import Synchronization
import SystemPackage

/// A zip archive of exports, such as Trello's export of a workspace.
struct ZippedBoards: Sendable {
    private let path: FilePath
    private let archive: ZipArchive

    init(_ path: FilePath) throws {
        self.path = path
        do {
            archive = try ZipArchive(path)
            FilesOfRun.note(try path.stat())
        } catch let error as ZipError { throw Problem.unreadable(path.string, error.description) } catch let errno
            as Errno
        { throw FileError.cannotRead(path.string, errno) }
    }

    var names: [String] { archive.entries.filter { $0.kind == .file }.compactMap(\.name) }

    func board(_ name: String, named shownName: String, to temporaryFolder: FilePath) throws -> FileDescriptor {
        guard let entry = archive.entry(named: name) else { throw FileError.changedWhileRead(path.string) }
        guard entry.size <= BoardFetch.sizeLimit else {
            throw Problem.unreadable(shownName, "it is larger than \(BoardFetch.sizeLimit >> 20) MiB")
        }
        let file = try InputSource.temporaryFile(in: temporaryFolder)
        do {
            try archive.unpack(entry) { bytes in
                do { _ = try file.writeAll(bytes) } catch let errno as Errno { throw Problem.cannotSpool(errno) }
            }
            return file
        } catch {
            try? file.close()
            if let error = error as? ZipError { throw Problem.unreadable(path.string, error.description) }
            if let errno = error as? Errno { throw FileError.cannotRead(path.string, errno) }
            throw error
        }
    }
}

extension Problem {
    fileprivate static func unreadable(_ archive: String, _ reason: String) -> Problem {
        Problem(.badData, "cannot read '\(archive)': \(reason)")
    }
}

/// Caches the archive that was opened last, so that its directory is read once for all its boards.
final class OpenArchive: Sendable {
    private let last = Mutex<(path: FilePath, boards: ZippedBoards)?>(nil)

    func boards(of path: FilePath) throws -> ZippedBoards {
        if let last = last.withLock(\.self), last.path == path { return last.boards }
        let boards = try ZippedBoards(path)
        last.withLock { $0 = (path, boards) }
        return boards
    }
}
