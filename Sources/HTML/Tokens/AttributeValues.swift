/// The values of a tag's attributes in one buffer, which the next tag reuses unless this value is kept.
struct AttributeValues: Sendable, Equatable {
    private var bytes: [UInt8] = []
    private var starts = SIMD16<UInt32>(repeating: .max)
    private var ends = SIMD16<UInt32>()
    subscript(attribute: HTMLAttribute) -> ArraySlice<UInt8>? {
        let index = attribute.number
        return starts[index] == .max ? nil : bytes[Int(starts[index])..<Int(ends[index])]
    }
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
        starts = SIMD16(repeating: .max)
    }

    /// Begins an attribute with an empty value, and returns whether it is the first of its name; duplicates are
    /// ignored.
    mutating func begin(_ attribute: HTMLAttribute) -> Bool {
        let index = attribute.number
        guard starts[index] == .max else { return false }
        starts[index] = UInt32(bytes.count)
        ends[index] = UInt32(bytes.count)
        return true
    }

    /// Appends to the value of the current attribute, or empties it and returns `false` if it would exceed the limit.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, to attribute: HTMLAttribute, limit: Int) -> Bool {
        let index = attribute.number
        guard bytes.count - Int(starts[index]) + piece.count <= limit else {
            bytes.removeSubrange(Int(starts[index])...)
            ends[index] = starts[index]
            return false
        }
        bytes.append(contentsOf: piece)
        ends[index] = UInt32(bytes.count)
        return true
    }
}
