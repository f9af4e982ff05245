import DevtoolKit
import SystemPackage

/// The bytes of an export: read in order while they are scanned, then once more, at any place,
/// for the output and for messages.
///
/// A regular file is read twice. What can be read only once, a pipe for instance, is kept in a
/// temporary file without a name while it is scanned, so that memory stays flat.
struct BoardInput: ~Copyable {
    /// The input as the user named it.
    let name: String

    /// How many bytes were read in order so far.
    private(set) var length = 0

    private let source: InputSource

    /// How much is read at a time: larger reads are not faster.
    static let chunkSize = 256 * 1024

    /// Opens a file, or standard input if the argument is `-`.
    ///
    /// - Throws: ``FileError`` if it is missing or a folder, ``CardsError`` if there is no room for
    ///   a temporary file.
    init(_ argument: String, temporaryFolder: FilePath) throws {
        let name = argument == "-" ? "<stdin>" : argument
        do {
            source = try InputSource(argument, temporaryFolder: temporaryFolder)
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
        self.name = name
    }

    /// Reads what is open already.
    init(name: String, source: InputSource) {
        self.name = name
        self.source = source
    }

    deinit { source.close() }

    /// Whether this is a file that can be replaced by another.
    var isRegularFile: Bool { source.spool == nil && !source.isStandardInput }

    /// Reads what comes next; the result is zero at the end.
    mutating func readNext(into buffer: inout [UInt8]) throws -> Int {
        let count: Int
        do {
            if source.spool == nil {
                count = try read(into: &buffer, at: length)
            } else {
                // Safety: `read` stays within the buffer that it is given.
                count = try buffer.withUnsafeMutableBytes { try source.descriptor.read(into: $0) }
            }
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
        try keep(buffer, count)
        length += count
        return count
    }

    /// Reads again what was read in order before, from `offset` on.
    func read(into buffer: inout [UInt8], at offset: Int) throws -> Int {
        do {
            // Safety: `read` stays within the buffer that it is given.
            return try buffer.withUnsafeMutableBytes {
                try (source.spool ?? source.descriptor).read(
                    fromAbsoluteOffset: source.start + Int64(offset), into: $0)
            }
        } catch let errno as Errno {
            throw FileError.cannotRead(name, errno)
        }
    }

    /// Makes sure that the file is still the one that was scanned.
    func checkUnchanged() throws {
        guard source.isUnchanged else { throw CardsError.changedWhileRead(name) }
    }

    private func keep(_ buffer: [UInt8], _ count: Int) throws {
        guard let spool = source.spool else { return }
        do {
            // Safety: the bytes are used within the closure only.
            try buffer.withUnsafeBytes { _ = try spool.writeAll($0.prefix(count)) }
        } catch let errno as Errno {
            throw CardsError.cannotSpool(errno)
        }
    }
}
