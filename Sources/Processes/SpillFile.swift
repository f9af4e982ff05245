import Files
import Glibc
import Reporting
import SystemPackage

/// Stores any number of bytes in little memory: more than ``limit`` bytes go to an unnamed temporary file, which
/// disappears even if devtool is killed.
struct SpillFile: Sendable {
    static let limit = 1 << 20

    private var memory: [UInt8] = []
    private var file: OwnedDescriptor?

    var isEmpty: Bool { memory.isEmpty && file == nil }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        memory += bytes
        if memory.count > Self.limit { try spill() }
    }

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
        } catch let errno as Errno { throw FileError.cannotWrite(folder.string, errno) }
        memory.removeAll(keepingCapacity: true)
    }

    private static var folder: FilePath {
        // Safety: the C string is copied at once, and devtool does not change its environment.
        .temporaryFolder(getenv("TMPDIR").map { String(cString: $0) })
    }
}
