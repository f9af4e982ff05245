/// Maps an encoding's pointers to code points, as an index of the standard (Encoding 5).
struct CharacterIndex: Sendable {
    private let codePoints: [UInt32]

    /// 0 means that the pointer has no code point.
    init(_ codePoints: [UInt32]) { self.codePoints = codePoints }
    var isEmpty: Bool { codePoints.allSatisfy { $0 == 0 } }
    var all: Set<UInt32> { Set(codePoints).subtracting([0]) }

    subscript(pointer: Int) -> UInt32? {
        guard codePoints.indices.contains(pointer), codePoints[pointer] != 0 else { return nil }
        return codePoints[pointer]
    }
}
