import DevtoolKit
import SystemPackage

/// The bytes of an export: read once in order for the scan, then at any offset for the output and for messages.
///
/// A regular file is read again. A pipe is copied to an unnamed temporary file during the scan, so that memory use
/// stays constant.
struct BoardInput: ~Copyable {
    let reader: InputReader

    private(set) var length = 0

    private let source: InputSource
    private var position = 0
    private var isComplete = false

    /// Larger reads are not faster.
    static let chunkSize = 256 * 1024

    /// Opens the input that `file` names, and downloads it if it is a URL.
    init(
        _ file: BoardFile, temporaryFolder: FilePath, from archive: OpenArchive, pacedBy pacer: RequestPacer,
        in context: Context
    ) async throws {
        switch file.place {
        case .standardInput, .file: try self.init(file.path, isTyped: !file.isFound, temporaryFolder: temporaryFolder)
        case .archive(let path, let entry):
            let board = try archive.boards(of: path).board(entry, named: file.name, to: temporaryFolder)
            try self.init(name: file.name, unpacked: board)
        case .web(let argument):
            let fetch = try await BoardFetch(of: argument, to: temporaryFolder, pacedBy: pacer, in: context)
            try self.init(name: file.name, unpacked: await fetch.board(in: context))
        }
    }

    /// Opens a file, or standard input if `path` is `nil`.
    ///
    /// - Throws: ``FileError``, or ``Problem`` if the temporary file cannot be created.
    init(_ path: FilePath?, isTyped: Bool = true, temporaryFolder: FilePath) throws {
        let name = path?.string ?? "<stdin>"
        do {
            self.init(name: name, source: try InputSource(path, isTyped: isTyped, temporaryFolder: temporaryFolder))
        } catch let error as InputError { throw FileError(reading: name, error) } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
    }

    /// Takes a temporary file, which it closes.
    private init(name: String, unpacked file: FileDescriptor) throws {
        do { self.init(name: name, source: try InputSource(file)) } catch let errno as Errno {
            try? file.close()
            throw Problem.cannotSpool(errno)
        }
    }

    init(name: String, source: InputSource) {
        self.source = source
        reader = InputReader(name: name, descriptor: source.spool ?? source.descriptor, start: source.start)
    }

    deinit { source.close() }

    var name: String { reader.name }

    var isRegularFile: Bool { source.spool == nil && !source.isStandardInput }

    /// Identifies the file and its content; `nil` for pipes and devices.
    var version: FileVersion? { source.spool == nil ? source.version : nil }

    /// The size before reading; 0 if unknown.
    var knownLength: Int { source.knownLength }

    /// The size of a buffer: one byte more than a small input, so that the first read finds its end.
    var chunkRoom: Int { knownLength == 0 ? Self.chunkSize : min(Self.chunkSize, knownLength + 1) }

    /// Returns 0 at the end.
    mutating func readNext(into buffer: inout [UInt8]) throws -> Int {
        let count = try sequence.read(into: &buffer, at: position)
        note(readUpTo: position + count)
        return count
    }

    var sequence: InputSequence { InputSequence(reader: reader, source: source, isRepeated: isComplete) }

    mutating func note(readUpTo end: Int) {
        position = end
        length = max(length, end)
    }

    /// Starts again at the beginning, after all has been read.
    mutating func rewind() {
        isComplete = true
        position = 0
    }

    mutating func readToEnd() throws {
        var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
        while try readNext(into: &buffer) > 0 {}
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int { try reader.read(into: &buffer, at: offset) }

    func checkUnchanged() throws { guard source.isUnchanged else { throw FileError.changedWhileRead(name) } }

    /// The fingerprint of the input, which must have been read to its end.
    func fingerprint() throws -> ExportFingerprint {
        let sha256 = try SHA256.ofFile(reader.descriptor, named: name, from: reader.start)
        return ExportFingerprint(size: length, sha256: sha256)
    }
}

/// Reads an input in order, and copies a pipe to the temporary file.
///
/// A thread may use it while another one rereads through ``InputReader``.
struct InputSequence: Sendable {
    fileprivate let reader: InputReader
    fileprivate let source: InputSource
    fileprivate let isRepeated: Bool

    /// Whether reads never wait for a pipe's writer.
    var isOfFile: Bool { source.spool == nil || isRepeated }

    /// Reads at `offset`, which has to be where the last read ended; returns 0 at the end.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        guard let spool = source.spool, !isRepeated else { return try reader.read(into: &buffer, at: offset) }
        let count: Int
        do { count = try buffer.withUnsafeMutableBytes { try source.descriptor.read(into: $0) } } catch let errno
            as Errno
        { throw FileError.cannotRead(reader.name, errno) }
        do {
            // Safety: the closure does not let the bytes escape.
            try buffer.withUnsafeBytes { _ = try spool.writeAll($0.prefix(count)) }
        } catch let errno as Errno { throw Problem.cannotSpool(errno) }
        return count
    }
}

/// Rereads at any offset the bytes that ``InputSequence`` has read, from another thread if needed.
struct InputReader: Sendable {
    let name: String
    /// The input itself, or the temporary file.
    let descriptor: FileDescriptor
    let start: Int64

    /// Appends the bytes of a range, all of which have been read before.
    func append(_ place: Range<Int>, to buffer: inout [UInt8]) throws {
        do {
            var rest = place
            while !rest.isEmpty {
                // Safety: `read` stays within the added capacity.
                let end = buffer.count
                try buffer.append(addingCapacity: rest.count) { span in
                    try span.withUnsafeMutableBufferPointer { room, count in
                        count = try descriptor.read(
                            fromAbsoluteOffset: start + Int64(rest.lowerBound),
                            into: UnsafeMutableRawBufferPointer(room))
                    }
                }
                // A file system may return fewer bytes than there are.
                let count = buffer.count - end
                if count == 0 { throw FileError.changedWhileRead(name) }
                rest = rest.dropFirst(count)
            }
        } catch let errno as Errno { throw FileError.cannotRead(name, errno) }
    }

    /// Returns 0 at the end.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        do {
            return try buffer.withUnsafeMutableBytes {
                try descriptor.read(fromAbsoluteOffset: start + Int64(offset), into: $0)
            }
        } catch let errno as Errno { throw FileError.cannotRead(name, errno) }
    }
}
