/// Serializes values in their memory representation.
struct ByteWriter {
    /// What was appended.
    private(set) var bytes: [UInt8] = []

    mutating func append(raw bytes: [UInt8]) {
        self.bytes += bytes
    }

    mutating func append(_ value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    /// Appends a number of values, and the values.
    mutating func append(_ values: [some BitwiseCopyable]) {
        append(values.count)
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
}

/// Reads the values written by a ``ByteWriter``.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Begins with the first byte.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What has not been read.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The next bytes; nil if there are fewer.
    mutating func read(raw count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// The next value; nil if there are too few bytes.
    ///
    /// The type must be one of which any bits make a value.
    mutating func read<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
        read(raw: MemoryLayout<Value>.size)?.withUnsafeBytes { $0.loadUnaligned(as: type) }
    }

    /// The next values with their number; nil if there are too few bytes.
    mutating func readArray<Value: BitwiseCopyable>(of type: Value.Type) -> [Value]? {
        let stride = MemoryLayout<Value>.stride
        // So many values would fit; more make no sense.
        guard let count = read(Int.self), count >= 0, count <= rest.count / stride,
            let raw = read(raw: count * stride)
        else { return nil }
        return [Value](unsafeUninitializedCapacity: count) { values, initialized in
            // Safety: the bytes are as many as the values take, and any bits make a value.
            UnsafeMutableRawBufferPointer(values).copyBytes(from: raw)
            initialized = count
        }
    }
}

/// A fast checksum that detects damage, but not deliberate changes.
enum QuickSum {
    /// The sum of bytes.
    static func of(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.withContiguousStorageIfAvailable { of(UnsafeRawBufferPointer($0)) }
            ?? of(Array(bytes))
    }

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            sum = step(sum, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        for byte in bytes[offset...] { sum = step(sum, UInt64(byte)) }
        return sum ^ sum >> 32
    }

    /// One to one in the sum, so that no change in a word is lost later.
    @inline(__always)
    private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ mixed &>> 29
    }
}
