import DevtoolKit
import JSON
import SystemPackage

/// Completes the history of a board, because Trello returns only 1,000 actions at a time.
struct BoardHistory {
    static let pageLimit = 1000

    let name: String
    /// Downloads the actions before the one with an identifier into a temporary file.
    let page: (String) async throws -> FileDescriptor
    let temporaryFolder: FilePath
    let report: (Int) -> Void

    /// The board with all its actions: the given file if it is complete, otherwise a new file.
    ///
    /// A file that is replaced is closed. An input that is not a board is returned unchanged, so that reading it
    /// reports the error.
    func complete(_ file: FileDescriptor) async throws -> FileDescriptor {
        guard let found = try? Self.scan(file, ActionsFinder(inPage: false)), let end = found.end,
            found.count >= Self.pageLimit, var oldest = found.oldestID
        else { return file }
        defer { try? file.close() }
        let whole = try InputSource.temporaryFile(in: temporaryFolder)
        do {
            try Self.copy(file, from: 0, to: end, into: whole)
            var count = found.count
            // A page may be short; only an empty one is the last.
            while true {
                guard oldest.utf8.count <= ActionsFinder.longestID, BoardAddress.isID(oldest) else { throw incomplete }
                report(count)
                let page = try await page(oldest)
                defer { try? page.close() }
                let actions = try Self.scan(page, ActionsFinder(inPage: true))
                guard let start = actions.start, let end = actions.end else { throw incomplete }
                guard actions.count > 0 else { break }
                guard let next = actions.oldestID, next != oldest else { throw incomplete }
                _ = try whole.writeAll(",".utf8)
                try Self.copy(page, from: start + 1, to: end, into: whole)
                oldest = next
                count += actions.count
            }
            try Self.copy(file, from: end, to: .max, into: whole)
            try Self.checkSize(of: whole)
            return whole
        } catch {
            try? whole.close()
            throw error
        }
    }

    var incomplete: Problem {
        Problem(.badData, "\(name): the server does not return actions older than the latest \(Self.pageLimit)")
    }

    private static func checkSize(of file: FileDescriptor) throws {
        guard try file.seek(offset: 0, from: .end) <= Int64(BoardFetch.sizeLimit) else { throw BodyFile.TooLarge() }
    }

    private static func scan(_ file: FileDescriptor, _ finder: ActionsFinder) throws -> ActionsFinder {
        var scanner = JSONScanner(handler: finder)
        try read(file, from: 0, to: .max) { try scanner.scan($0) }
        try scanner.finish()
        return scanner.handler
    }

    private static func copy(_ file: FileDescriptor, from start: Int, to end: Int, into other: FileDescriptor) throws {
        try read(file, from: start, to: end) { bytes in
            // Safety: the closure does not let the bytes escape.
            try bytes.withUnsafeBytes { _ = try other.writeAll($0) }
        }
        try checkSize(of: other)
    }

    private static func read(_ file: FileDescriptor, from start: Int, to end: Int, _ take: (Span<UInt8>) throws -> Void)
        throws
    {
        var buffer = [UInt8](repeating: 0, count: BoardInput.chunkSize)
        var offset = start
        while offset < end {
            // Safety: `read` stays within the buffer.
            let count = try buffer.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: Int64(offset), into: $0) }
            if count == 0 { return }
            try take(buffer.span.extracting(first: min(count, end - offset)))
            offset += count
        }
    }
}
