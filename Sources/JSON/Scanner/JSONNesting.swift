/// The kinds of the open containers, one bit per level.
///
/// The innermost 64 levels or fewer are in a word; the outer ones are in an array.
@usableFromInline struct JSONNesting {
    @usableFromInline var depth = 0

    /// The innermost level is in the lowest bit; 1 is an object, 0 an array.
    @usableFromInline var levels: UInt64 = 0

    /// 64 levels per word.
    @usableFromInline var outerLevels: [UInt64] = []

    @inlinable init() {}

    @inlinable var isInObject: Bool { levels & 1 == 1 }

    @inlinable mutating func open(object: Bool) {
        if depth > 0, depth.isMultiple(of: 64) { outerLevels.append(levels) }
        levels = levels &<< 1 | (object ? 1 : 0)
        depth += 1
    }

    @inlinable mutating func close() {
        depth -= 1
        levels &>>= 1
        if depth > 0, depth.isMultiple(of: 64) { levels = outerLevels.popLast() ?? 0 }
    }
}
