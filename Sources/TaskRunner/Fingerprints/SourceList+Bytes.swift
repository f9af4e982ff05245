import DevtoolKit

extension ByteWriter {
    mutating func append(_ files: SourceList) {
        append(files.paths)
        append(files.ends)
        append(files.marks)
        append(files.checksums)
    }

    func sealed(as magic: [UInt8]) -> [UInt8] {
        var head = ByteWriter()
        head.append(raw: magic)
        head.append(bytes.count)
        head.append(quickSum(of: bytes[...]))
        return head.bytes + bytes
    }
}

extension ByteReader {
    /// Starts after the header; `nil` if the bytes are damaged, truncated or of another format.
    init?(_ bytes: [UInt8], sealedAs magic: [UInt8]) {
        self.init(bytes)
        guard read(raw: magic.count) == magic[...], let count = read(Int.self), let sum = read(UInt64.self),
            count == rest.count, sum == quickSum(of: rest)
        else { return nil }
    }

    mutating func readFiles() -> SourceList? {
        guard let paths = readArray(of: UInt8.self), let ends = readArray(of: UInt32.self),
            let marks = readArray(of: FileMark.self), let checksums = readArray(of: SHA256.self)
        else { return nil }
        return SourceList(paths: paths, ends: ends, marks: marks, checksums: checksums)
    }
}

/// A fast checksum that detects damage, but not deliberate changes.
private func quickSum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    /// A bijection of the sum, so that later words cannot cancel a difference.
    @inline(__always) func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ mixed &>> 29
    }
    return bytes.withUnsafeBytes { bytes in
        var sum = UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            sum = step(sum, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        for byte in bytes[offset...] { sum = step(sum, UInt64(byte)) }
        return sum ^ sum >> 32
    }
}
