/// The values of a tag's attributes, one after the other, in memory that is used again for the next
/// tag unless somebody keeps this one.
struct AttributeValues: Sendable, Equatable {
    private var bytes: [UInt8] = []
    private var starts = SIMD16<UInt32>(repeating: .max)
    private var ends = SIMD16<UInt32>()

    /// The value of an attribute; `nil` if there is none.
    subscript(attribute: HTMLAttribute) -> ArraySlice<UInt8>? {
        let index = attribute.number
        return starts[index] == .max ? nil : bytes[Int(starts[index])..<Int(ends[index])]
    }

    /// Forgets every value.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
        starts = SIMD16(repeating: .max)
    }

    /// Begins an attribute, which has no value at first; of duplicates the first counts.
    ///
    /// - Returns: whether it is the first of its name.
    mutating func begin(_ attribute: HTMLAttribute) -> Bool {
        let index = attribute.number
        guard starts[index] == .max else { return false }
        starts[index] = UInt32(bytes.count)
        ends[index] = UInt32(bytes.count)
        return true
    }

    /// Appends to the value of the attribute that was begun last.
    ///
    /// - Returns: whether the value is within the limit; else it is empty again.
    mutating func append(
        _ piece: UnsafeBufferPointer<UInt8>, to attribute: HTMLAttribute, limit: Int
    ) -> Bool {
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
