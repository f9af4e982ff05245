/// An index of the standard: the code points of an encoding's pointers (Encoding 5).
struct CharacterIndex: Sendable {
    private let codePoints: [UInt32]

    /// Holds the code points by pointer, 0 where there is none.
    init(_ codePoints: [UInt32]) {
        self.codePoints = codePoints
    }

    /// Whether it holds no code point at all.
    var isEmpty: Bool { codePoints.allSatisfy { $0 == 0 } }

    /// The code points that it holds.
    var all: Set<UInt32> { Set(codePoints).subtracting([0]) }

    /// The code point of the pointer, if it has one.
    subscript(pointer: Int) -> UInt32? {
        guard codePoints.indices.contains(pointer), codePoints[pointer] != 0 else { return nil }
        return codePoints[pointer]
    }
}
