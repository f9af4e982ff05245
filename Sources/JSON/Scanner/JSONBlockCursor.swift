public import CJSONBlocks

/// A position among the tokens of several blocks.
@usableFromInline struct JSONBlockCursor {
    @usableFromInline var block: UnsafePointer<JSONBlock>
    @usableFromInline let end: UnsafePointer<JSONBlock>

    /// The offset of `block` in the chunk.
    @usableFromInline var start: Int

    /// The tokens of `block` that are still to come.
    @usableFromInline var rest: UInt64

    /// Creates a cursor before the first token of at least one block.
    ///
    /// Safety: the value must not outlive the blocks. `block` is only dereferenced before `end`.
    @inlinable init(_ blocks: UnsafePointer<JSONBlock>, count: Int, from start: Int) {
        block = blocks
        end = blocks + count
        self.start = start
        rest = blocks.pointee.tokens
    }

    @inlinable var isAtEnd: Bool { block == end }

    @inlinable @inline(__always) mutating func nextBlock() {
        block += 1
        start &+= 64
        rest = isAtEnd ? 0 : block.pointee.tokens
    }

    /// Consumes the next token, and returns its bit; 0 if there is none.
    @inlinable @inline(__always) mutating func nextToken() -> UInt64 {
        while rest == 0 {
            if isAtEnd { return 0 }
            nextBlock()
        }
        let token = rest.lowestBit
        rest ^= token
        return token
    }

    /// The offset of a bit of `block` in the chunk.
    @inlinable func position(of bit: UInt64) -> Int { start &+ bit.trailingZeroBitCount }

    /// Moves to the end of the string that begins in `block` or before it, and returns the offset of its closing quote.
    @inlinable mutating func nextClosing(from closings: UInt64) -> Int? {
        var backslashes: UInt64 = 0
        return nextClosing(from: closings, noting: &backslashes)
    }

    /// Like ``nextClosing(from:)``, but also collects the backslashes of all blocks on the way.
    @inlinable mutating func nextClosing(from closings: UInt64, noting backslashes: inout UInt64) -> Int? {
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

    /// Moves to where the nesting falls below `depth`, and returns `false` if that is not in these blocks.
    @inlinable mutating func skip(toBelow depth: Int, from presentDepth: Int, in bytes: JSONBytes) -> Bool {
        var present = presentDepth
        while !isAtEnd {
            if Int(block.pointee.leastDepth) < depth {
                var brackets = block.pointee.brackets & rest
                while brackets != 0 {
                    // The bit distinguishes opening from closing brackets.
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
    /// The first bytes of all tokens except commas and colons, and the closing brackets.
    @inlinable var tokens: UInt64 { openings | scalars | brackets }
}

extension UInt64 { @inlinable var lowestBit: UInt64 { self & (0 &- self) } }
