/// Serializes values in their memory representation.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(raw bytes: [UInt8]) { self.bytes += bytes }

    mutating func append(_ value: some BitwiseCopyable) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }

    mutating func append(_ values: [some BitwiseCopyable]) {
        append(values.count)
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
}

struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func read(raw count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// `nil` if there are too few bytes; every bit pattern must be a valid value of the type.
    mutating func read<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
        read(raw: MemoryLayout<Value>.size)?.withUnsafeBytes { $0.loadUnaligned(as: type) }
    }

    /// Reads a count and that many values; `nil` if there are too few bytes.
    mutating func readArray<Value: BitwiseCopyable>(of type: Value.Type) -> [Value]? {
        let stride = MemoryLayout<Value>.stride
        // A larger count is damaged.
        guard let count = read(Int.self), count >= 0, count <= rest.count / stride, let raw = read(raw: count * stride)
        else { return nil }
        return [Value](unsafeUninitializedCapacity: count) { values, initialized in
            // Safety: the bytes are as many as the values take, and every bit pattern is valid.
            UnsafeMutableRawBufferPointer(values).copyBytes(from: raw)
            initialized = count
        }
    }
}
