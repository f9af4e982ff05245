import Glibc
import Reporting
import SystemPackage

/// Keeps any number of bytes in little memory: what is beyond ``limit`` lies in a temporary file that
/// has no name, so that nothing is left behind however devtool ends.
struct SpillFile: Sendable {
    /// The most bytes that are kept in memory.
    static let limit = 1 << 20

    private var memory: [UInt8] = []
    private var file: OwnedDescriptor?

    /// Whether nothing has been appended.
    var isEmpty: Bool { memory.isEmpty && file == nil }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError`` when the temporary file cannot be written.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        memory += bytes
        if memory.count > Self.limit { try spill() }
    }

    /// Passes everything to `body`, in pieces and in order.
    func replay(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        if let file {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var offset: Int64 = 0
            while case let count = try buffer.withUnsafeMutableBytes({
                try file.descriptor.read(fromAbsoluteOffset: offset, into: $0)
            }), count > 0 {
                try buffer[..<count].withUnsafeBytes(body)
                offset += Int64(count)
            }
        }
        try memory.withUnsafeBytes(body)
    }

    private mutating func spill() throws {
        let folder = Self.folder
        do {
            let file = try self.file ?? OwnedDescriptor(.temporaryFile(in: folder))
            self.file = file
            _ = try memory.withUnsafeBytes { try file.descriptor.writeAll($0) }
        } catch let errno as Errno {
            throw FileError.cannotWrite(folder.string, errno)
        }
        memory.removeAll(keepingCapacity: true)
    }

    private static var folder: FilePath {
        // Safety: the C string is copied at once, and devtool does not change its environment.
        .temporaryFolder(getenv("TMPDIR").map { String(cString: $0) })
    }
}
