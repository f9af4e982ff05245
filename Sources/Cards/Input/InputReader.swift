import DevtoolKit
import SystemPackage

/// Reads what was read of an input before, at any place.
///
/// It may be used by one task while another one reads on.
struct InputReader: Sendable {
    /// The input as the user named it.
    let name: String
    /// Where the bytes are: the input itself, or the file that keeps them.
    let descriptor: FileDescriptor
    /// Where they begin there.
    let start: Int64

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
