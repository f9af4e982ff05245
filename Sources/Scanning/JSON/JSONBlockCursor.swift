public import CJSONBlocks

/// A place among the tokens of some blocks.
@usableFromInline
struct JSONBlockCursor {
    @usableFromInline let blocks: UnsafeBufferPointer<JSONBlock>

    /// Where the first block begins in the chunk.
    @usableFromInline let start: Int

    /// The block that is being read, and its tokens that are still to come.
    @usableFromInline var index = 0
    @usableFromInline var rest: UInt64

    /// A cursor before the first token of one or more blocks.
    ///
    /// Safety: the value must not outlive the buffer, and `index` not exceed its count.
    @inlinable init(_ blocks: UnsafeBufferPointer<JSONBlock>, from start: Int) {
        self.blocks = blocks
        self.start = start
        rest = blocks[0].tokens
    }

    /// Whether all blocks are read.
    @inlinable var isAtEnd: Bool { index == blocks.count }

    /// The block that is being read.
    @inlinable var block: JSONBlock { blocks[index] }

    /// The position of one of its bytes.
    @inlinable func position(of place: Int) -> Int { start &+ index &* 64 &+ place }

    /// Goes on with the next block.
    @inlinable mutating func nextBlock() {
        index &+= 1
        rest = isAtEnd ? 0 : block.tokens
    }

    /// The place of the next token, which is then behind.
    @inlinable mutating func nextToken() -> Int? {
        while rest == 0 {
            if isAtEnd { return nil }
            nextBlock()
        }
        let place = rest.trailingZeroBitCount
        rest &= rest &- 1
        return place
    }

    /// The position of the closing quote of a string, after which the cursor is then.
    ///
    /// - Parameter place: the opening quote, or -1 if the string began before the block.
    @inlinable mutating func nextClosing(after place: Int) -> Int? {
        var closings = place < 0 ? block.closings : block.closings.after(place)
        while closings == 0 {
            nextBlock()
            if isAtEnd { return nil }
            closings = block.closings
        }
        let closing = closings.trailingZeroBitCount
        rest = block.tokens.after(closing)
        return position(of: closing)
    }

    /// Goes on to where the nesting is less deep than `depth`; false if that is in no block.
    ///
    /// - Parameter present: the depth at the next token.
    @inlinable mutating func skip(toBelow depth: Int, from present: Int, in bytes: JSONBytes) -> Bool {
        var present = present
        while !isAtEnd {
            if Int(block.leastDepth) < depth {
                var brackets = block.brackets & rest
                while brackets != 0 {
                    let place = brackets.trailingZeroBitCount
                    // Of the four brackets, those that open have this bit.
                    present &+= bytes.bytes[position(of: place)] & 2 != 0 ? 1 : -1
                    if present < depth {
                        rest = block.tokens.after(place)
                        return true
                    }
                    brackets &= brackets &- 1
                }
            }
            nextBlock()
            if !isAtEnd { present = Int(block.depth) }
        }
        return false
    }
}
