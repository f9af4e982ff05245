import Glibc
import SystemPackage

extension FilePath {
    /// Reads in chunks, because a program can be large; `false` if the file cannot be read.
    func contains(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        let found = try? FileDescriptor.input(self).closeAfter(reading: needle)
        return found ?? false
    }
}

extension FileDescriptor {
    fileprivate func closeAfter(reading needle: [UInt8]) throws -> Bool {
        try closeAfter {
            let overlap = needle.count - 1
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
            defer { chunk.deallocate() }
            var kept = 0
            while case let count = try read(into: .init(rebasing: chunk[kept...])), count > 0 {
                let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<(kept + count)])
                if bytes.contains(needle) { return true }
                // The needle may span two chunks.
                kept = min(overlap, bytes.count)
                chunk.copyMemory(from: .init(rebasing: bytes.suffix(kept)))
            }
            return false
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func contains(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        var rest = self
        // Safety: `memchr` reads the `count` bytes of `rest` and returns the address of one of them.
        while let start = rest.baseAddress, let place = memchr(start, Int32(first), rest.count) {
            rest = .init(rebasing: rest.dropFirst(UnsafeRawPointer(place) - start))
            if rest.starts(with: needle) { return true }
            rest = .init(rebasing: rest.dropFirst())
        }
        return false
    }
}
