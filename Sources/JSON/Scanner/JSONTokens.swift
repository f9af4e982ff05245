public import CJSONBlocks

/// A token of a value that is known to be well-formed.
@usableFromInline
package struct JSONToken {
    /// What a token can be; commas and colons are none.
    @usableFromInline
    package enum Kind { case key, string, scalar, opening, closing }

    /// What it is.
    @usableFromInline package let kind: Kind
    /// Where it is; of keys and strings, what is between the quotes.
    @usableFromInline package let place: Range<Int>
    /// Whether there is a backslash in it.
    @usableFromInline package let hasEscapes: Bool

    @inlinable init(_ kind: Kind, _ place: Range<Int>, hasEscapes: Bool = false) {
        (self.kind, self.place, self.hasEscapes) = (kind, place, hasEscapes)
    }
}

/// The tokens of a value, one after the other.
@usableFromInline
package struct JSONTokens {
    /// The value, and what follows it.
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline var cursor: JSONBlockCursor
    /// How many objects and arrays are open, one around the value among them.
    @usableFromInline var depth = 1

    /// Safety: the value must not outlive the closure that lends the buffer and the blocks, which are
    /// those of all its bytes and are more than none.
    @inlinable init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ blocks: UnsafePointer<JSONBlock>, count: Int
    ) {
        self.bytes = bytes
        cursor = JSONBlockCursor(blocks, count: count, from: 0)
    }

    /// The next token; nil at the end.
    @inlinable @inline(__always) package mutating func next() -> JSONToken? {
        let token = cursor.nextToken()
        if token == 0 { return nil }
        let start = cursor.position(of: token)
        if cursor.block.pointee.openings & token != 0 { return string(at: token, from: start + 1) }
        if cursor.block.pointee.brackets & token != 0 {
            // Of the four brackets, those that open have this bit.
            let opens = bytes[start] & 2 != 0
            depth &+= opens ? 1 : -1
            return JSONToken(opens ? .opening : .closing, start..<start + 1)
        }
        var end = start + 1
        while end < bytes.count, Self.isInScalar(bytes[end]) { end &+= 1 }
        return JSONToken(.scalar, start..<end)
    }

    /// Passes over the value that comes next.
    @inlinable @inline(__always) package mutating func skipValue() {
        let token = cursor.nextToken()
        if token & cursor.block.pointee.brackets == 0 || token == 0 { return }
        depth &+= 1
        skipRest()
    }

    /// Passes over the rest of the object or array that was opened last.
    @inlinable package mutating func skipRest() {
        _ = cursor.skip(toBelow: depth, from: depth, in: JSONBytes(bytes))
        depth &-= 1
    }

    @inlinable @inline(__always) mutating func string(
        at token: UInt64, from start: Int
    ) -> JSONToken? {
        let kind = cursor.block.pointee.keys & token != 0 ? JSONToken.Kind.key : .string
        let closings = cursor.block.pointee.closings & (0 &- token)
        if closings != 0 {
            let inside = closings.lowestBit &- token
            return JSONToken(
                kind, start..<cursor.position(of: closings),
                hasEscapes: cursor.block.pointee.backslashes & inside != 0)
        }
        // The next token is after the string, so the cursor may go on to its end.
        var backslashes = cursor.block.pointee.backslashes & (0 &- token)
        while true {
            cursor.nextBlock()
            if cursor.isAtEnd { return nil }
            let closings = cursor.block.pointee.closings
            if closings == 0 {
                backslashes |= cursor.block.pointee.backslashes
                continue
            }
            backslashes |= cursor.block.pointee.backslashes & (closings.lowestBit &- 1)
            return JSONToken(
                kind, start..<cursor.position(of: closings), hasEscapes: backslashes != 0)
        }
    }

    @inlinable static func isInScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

/// Finds the tokens of values that are at hand as a whole, 64 bytes at a time.
package struct JSONTokenReader {
    /// How many spaces have to follow a value.
    package static var padding: Int { 64 + Int(JSONBlockReach) }
    /// Larger values are left to the scanner, which needs less memory.
    private static let sizeLimit = 1 << 20

    private let reader = JSONInstructions.bestReader
    private var blocks: [JSONBlock] = []

    /// A reader that has not read anything yet.
    package init() {}

    /// Lends the tokens of a value, which begins the bytes and is followed by ``padding`` spaces.
    ///
    /// - Returns: whether the value is plainly well-formed; where it is not, only a scanner knows more.
    package mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (inout JSONTokens) -> Void
    ) -> Bool {
        // What the reader leaves at the end of its room is less than this.
        let room = bytes.count / 64 + 16
        guard let reader, let first = bytes.baseAddress, bytes.count < Self.sizeLimit else {
            return false
        }
        if blocks.count < room { blocks = Array(repeating: JSONBlock(), count: 2 * room) }
        var context = JSONContext(levels: 0, depth: 1, place: .afterOpening)
        // Safety: the reader stays within the two counts it is given.
        return blocks.withUnsafeMutableBufferPointer { blocks in
            guard let block = blocks.baseAddress else { return false }
            let count = reader(first, bytes.count, &context, block, blocks.count)
            guard count > 0, count * 64 >= bytes.count - Self.padding, context.depth == 1,
                context.place == .afterValue
            else { return false }
            var tokens = JSONTokens(bytes, block, count: count)
            body(&tokens)
            return true
        }
    }
}
