import Encodings
import SystemPackage

extension IconFinder {
    /// Reads a file, at most as much of it as of a page that is fetched.
    init(
        reading file: FileDescriptor, transport: CharacterEncoding? = nil, limit: Int = pageLimit
    ) throws {
        self.init(transport: transport)
        var left = limit
        while left > 0 {
            // The tags of a piece are in memory at once.
            let capacity = min(left, 8192)
            let piece = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                // Safety: `read` initializes as many bytes as it returns.
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return }
            left -= piece.count
            read(piece)
        }
    }
}
