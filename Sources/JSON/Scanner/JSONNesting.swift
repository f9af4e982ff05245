/// The objects and arrays that are open, at one bit a level.
///
/// The innermost 64 levels or fewer are in one word; the outer ones wait in an array.
@usableFromInline
struct JSONNesting {
    /// How many objects and arrays are open.
    @usableFromInline var depth = 0

    /// The innermost levels, the innermost in the lowest bit: 1 is an object, 0 an array.
    @usableFromInline var levels: UInt64 = 0

    /// The levels further out, 64 to a word.
    @usableFromInline var outerLevels: [UInt64] = []

    /// Makes a nesting with nothing open.
    @inlinable init() {}

    /// Whether the innermost level is an object.
    @inlinable var isInObject: Bool { levels & 1 == 1 }

    /// Opens a level.
    @inlinable mutating func open(object: Bool) {
        if depth > 0, depth.isMultiple(of: 64) { outerLevels.append(levels) }
        levels = levels &<< 1 | (object ? 1 : 0)
        depth += 1
    }

    /// Closes the innermost level.
    @inlinable mutating func close() {
        depth -= 1
        levels &>>= 1
        if depth > 0, depth.isMultiple(of: 64) { levels = outerLevels.popLast() ?? 0 }
    }
}
