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
        head.append(QuickSum.of(bytes))
        return head.bytes + bytes
    }
}

extension ByteReader {
    /// Starts after the header; `nil` if the bytes are damaged, truncated or of another format.
    init?(_ bytes: [UInt8], sealedAs magic: [UInt8]) {
        self.init(bytes)
        guard read(raw: magic.count) == magic[...], let count = read(Int.self), let sum = read(UInt64.self),
            count == rest.count, sum == QuickSum.of(rest)
        else { return nil }
    }

    mutating func readFiles() -> SourceList? {
        guard let paths = readArray(of: UInt8.self), let ends = readArray(of: UInt32.self),
            let marks = readArray(of: FileMark.self), let checksums = readArray(of: SHA256.self)
        else { return nil }
        return SourceList(paths: paths, ends: ends, marks: marks, checksums: checksums)
    }
}
