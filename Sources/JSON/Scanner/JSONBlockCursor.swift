public import CJSONBlocks

/// A place among the tokens of some blocks.
@usableFromInline
struct JSONBlockCursor {
    /// The block that is being read.
    @usableFromInline var block: UnsafePointer<JSONBlock>
    @usableFromInline let end: UnsafePointer<JSONBlock>

    /// Where the block begins in the chunk.
    @usableFromInline var start: Int

    /// Its tokens that are still to come.
    @usableFromInline var rest: UInt64

    /// A cursor before the first token of one or more blocks.
    ///
    /// Safety: the value must not outlive the blocks; `block` is looked at only before the end.
    @inlinable init(_ blocks: UnsafePointer<JSONBlock>, count: Int, from start: Int) {
        block = blocks
        end = blocks + count
        self.start = start
        rest = blocks.pointee.tokens
    }

    /// Whether all blocks are read.
    @inlinable var isAtEnd: Bool { block == end }

    /// Goes on with the next block.
    @inlinable @inline(__always) mutating func nextBlock() {
        block += 1
        start &+= 64
        rest = isAtEnd ? 0 : block.pointee.tokens
    }

    /// The bit of the next token, which is then behind; zero if there is none.
    @inlinable @inline(__always) mutating func nextToken() -> UInt64 {
        while rest == 0 {
            if isAtEnd { return 0 }
            nextBlock()
        }
        let token = rest.lowestBit
        rest ^= token
        return token
    }

    /// The position of a byte of the block.
    @inlinable func position(of bit: UInt64) -> Int { start &+ bit.trailingZeroBitCount }

    /// Goes on to the end of the string that the block begins in, or that goes on after it, and
    /// gives the position of its closing quote.
    @inlinable mutating func nextClosing(from closings: UInt64) -> Int? {
        var backslashes: UInt64 = 0
        return nextClosing(from: closings, noting: &backslashes)
    }

    /// The same, with the backslashes of all blocks that it goes through.
    @inlinable mutating func nextClosing(
        from closings: UInt64, noting backslashes: inout UInt64
    ) -> Int? {
        backslashes |= block.pointee.backslashes
        var closings = closings
        while closings == 0 {
            nextBlock()
            if isAtEnd { return nil }
            backslashes |= block.pointee.backslashes
            closings = block.pointee.closings
        }
        return position(of: closings)
    }

    /// Goes on to where the nesting is less than `depth`; false if that is in none of the blocks.
    @inlinable mutating func skip(
        toBelow depth: Int, from presentDepth: Int, in bytes: JSONBytes
    ) -> Bool {
        var present = presentDepth
        while !isAtEnd {
            if Int(block.pointee.leastDepth) < depth {
                var brackets = block.pointee.brackets & rest
                while brackets != 0 {
                    // Of the four brackets, those that open have this bit.
                    present &+= bytes.bytes[position(of: brackets)] & 2 != 0 ? 1 : -1
                    if present < depth {
                        rest &= ~(brackets ^ (brackets &- 1))
                        return true
                    }
                    brackets &= brackets &- 1
                }
            }
            nextBlock()
            if !isAtEnd { present = Int(block.pointee.depth) }
        }
        return false
    }
}

extension JSONBlock {
    /// The first bytes of all tokens but commas and colons, and the closing brackets.
    @inlinable var tokens: UInt64 { openings | scalars | brackets }
}

extension UInt64 {
    /// The lowest bit that is set, alone.
    @inlinable var lowestBit: UInt64 { self & (0 &- self) }
}
