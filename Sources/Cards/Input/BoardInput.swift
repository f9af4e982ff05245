import DevtoolKit
import SystemPackage

/// The bytes of an export: read in order while they are scanned, then again at any offset for the
/// output and for messages.
///
/// A regular file is read again where that is needed. What can be read only once, a pipe for instance, is kept in a
/// temporary file without a name while it is scanned, so that memory stays flat.
struct BoardInput: ~Copyable {
    /// Reads at any place what was read in order before.
    let reader: InputReader

    /// How many bytes were read in order so far.
    private(set) var length = 0

    private let source: InputSource
    private var position = 0
    private var isComplete = false

    /// How much is read at a time: larger reads are not faster.
    static let chunkSize = 256 * 1024

    /// Opens an input, wherever it is.
    ///
    /// - Throws: what ``init(_:temporaryFolder:)`` and ``BoardFetch/board(in:)`` throw.
    init(
        _ file: BoardFile, temporaryFolder: FilePath, from archive: OpenArchive,
        pacedBy pacer: RequestPacer, in context: Context
    ) async throws {
        switch file.place {
        case .standardInput, .file:
            try self.init(
                file.path, isTyped: !file.isFound, temporaryFolder: temporaryFolder)
        case .archive(let path, let entry):
            try self.init(
                archive.boards(of: path).board(entry, named: file.name, to: temporaryFolder))
        case .web(let argument):
            let fetch = try await BoardFetch(
                of: argument, to: temporaryFolder, pacedBy: pacer, in: context)
            try self.init(await fetch.board(in: context))
        }
    }

    /// Opens a file, or standard input if there is no path.
    ///
    /// - Throws: ``FileError`` if it is missing or a folder, ``CardsError`` if there is no room for
    ///   a temporary file.
    init(_ path: FilePath?, isTyped: Bool = true, temporaryFolder: FilePath) throws {
        let name = path?.string ?? "<stdin>"
        do {
            self.init(
                name: name,
                source: try InputSource(path, isTyped: isTyped, temporaryFolder: temporaryFolder))
        } catch let error as InputError {
            throw FileError(reading: name, error)
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
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

    /// Reads what is open already.
    init(name: String, source: InputSource) {
        self.source = source
        reader = InputReader(
            name: name, descriptor: source.spool ?? source.descriptor, start: source.start)
    }

    deinit { source.close() }

    /// The input as the user named it.
    var name: String { reader.name }

    /// Whether this is a file that can be replaced by another.
    var isRegularFile: Bool { source.spool == nil && !source.isStandardInput }

    /// What tells the file from all others; nil where it is none.
    var version: FileVersion? { source.spool == nil ? source.version : nil }

    /// How many bytes the input is known to have before it is read.
    var knownLength: Int { source.knownLength }

    /// How much room a chunk takes: no more than the whole input, whose end is seen by what is missing.
    var chunkRoom: Int {
        knownLength == 0 ? Self.chunkSize : min(Self.chunkSize, knownLength + 1)
    }

    /// Reads what comes next; the result is zero at the end.
    mutating func readNext(into buffer: inout [UInt8]) throws -> Int {
        let count = try sequence.read(into: &buffer, at: position)
        note(readUpTo: position + count)
        return count
    }

    /// What reads the input in order.
    var sequence: InputSequence {
        InputSequence(reader: reader, source: source, isRepeated: isComplete)
    }

    /// Notes that the input was read in order up to an offset.
    mutating func note(readUpTo end: Int) {
        position = end
        length = max(length, end)
    }

    /// Makes what comes next the beginning again, when everything has been read.
    mutating func rewind() {
        isComplete = true
        position = 0
    }

    /// Reads what has not been read, so that all of it can be read again.
    mutating func readToEnd() throws {
        var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
        while try readNext(into: &buffer) > 0 {}
    }

    /// Reads again what was read in order before, from `offset` on.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        try reader.read(into: &buffer, at: offset)
    }

    /// Makes sure that the file is still the one that was scanned.
    func checkUnchanged() throws {
        guard source.isUnchanged else { throw FileError.changedWhileRead(name) }
    }

    /// The fingerprint of the input, which has been read to its end.
    func fingerprint() throws -> ExportFingerprint {
        let sha256 = try SHA256.ofFile(reader.descriptor, named: name, from: reader.start)
        return ExportFingerprint(size: length, sha256: sha256)
    }
}

/// Reads an input in order, and keeps what can be read only once.
///
/// It may be used by one task while another one reads again what has been read.
struct InputSequence: Sendable {
    fileprivate let reader: InputReader
    fileprivate let source: InputSource
    /// Whether all of it has been read before.
    fileprivate let isRepeated: Bool

    /// Whether a reading waits for nobody.
    var isOfFile: Bool { source.spool == nil || isRepeated }

    /// Reads what comes at an offset, where the last reading ended; the result is zero at the end.
    ///
    /// - Throws: ``FileError/cannotRead(_:_:)``, ``CardsError/cannotSpool(_:)``.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        guard let spool = source.spool, !isRepeated else {
            return try reader.read(into: &buffer, at: offset)
        }
        let count: Int
        do {
            // Safety: `read` stays within the buffer that it is given.
            count = try buffer.withUnsafeMutableBytes { try source.descriptor.read(into: $0) }
        } catch let errno as Errno {
            throw FileError.cannotRead(reader.name, errno)
        }
        do {
            // Safety: the bytes are used within the closure only.
            try buffer.withUnsafeBytes { _ = try spool.writeAll($0.prefix(count)) }
        } catch let errno as Errno {
            throw CardsError.cannotSpool(errno)
        }
        return count
    }
}

/// Reads already scanned bytes of an input again, at any offset.
///
/// It may be used by one task while another one reads on.
struct InputReader: Sendable {
    /// The input as the user named it.
    let name: String
    /// Where the bytes are: the input itself, or the file that keeps them.
    let descriptor: FileDescriptor
    /// Where they begin there.
    let start: Int64

    /// Appends what is at a place, all of which was scanned.
    ///
    /// - Throws: ``FileError/cannotRead(_:_:)``, and ``FileError/changedWhileRead(_:)``.
    func append(_ place: Range<Int>, to buffer: inout [UInt8]) throws {
        do {
            var rest = place
            while !rest.isEmpty {
                // Safety: `read` stays within the room that it is given.
                let end = buffer.count
                try buffer.append(addingCapacity: rest.count) { span in
                    try span.withUnsafeMutableBufferPointer { room, count in
                        count = try descriptor.read(
                            fromAbsoluteOffset: start + Int64(rest.lowerBound),
                            into: UnsafeMutableRawBufferPointer(room))
                    }
                }
                // A file system may give less than there is.
                let count = buffer.count - end
                if count == 0 { throw FileError.changedWhileRead(name) }
                rest = rest.dropFirst(count)
            }
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
    }

    /// Reads from `offset` on; the result is zero at the end.
    ///
    /// - Throws: ``FileError/cannotRead(_:_:)``.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        do {
            // Safety: `read` stays within the buffer that it is given.
            return try buffer.withUnsafeMutableBytes {
                try descriptor.read(fromAbsoluteOffset: start + Int64(offset), into: $0)
            }
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
    }
}
