public import CJSONBlocks

/// Reads the tokens of blocks, which have been checked to be well-formed.
extension JSONScanner {
    @inlinable mutating func readTokens(
        _ first: JSONBlockCursor, isInString: Bool, outerDepth: Int, _ allBytes: JSONBytes
    ) throws(JSONSyntaxError) {
        var cursor = first
        var bytes = allBytes
        if !isWanted {
            // The string that began before is not reported, so its surrogate is dropped.
            unicodeEscape.pendingHalf = 0
            skipUnwanted(&cursor, outerDepth: outerDepth, bytes)
        } else if isInString {
            bytes.position = cursor.start
            try readString(&cursor, closings: cursor.block.pointee.closings, bytes)
        }
        while true {
            let token = cursor.nextToken()
            if token == 0 { return }
            bytes.position = cursor.position(of: token)
            if cursor.block.pointee.keys & token != 0, let key = key(at: token, cursor, bytes),
                !handler.wantsMember(key), passValue(&cursor, outerDepth: outerDepth, bytes)
            {
                continue
            }
            if cursor.block.pointee.openings & token != 0 {
                try readString(&cursor, token, &bytes)
            } else if cursor.block.pointee.scalars & token != 0 {
                readScalar(&bytes)
            } else {
                readBracket(&bytes)
                if !isWanted { skipUnwanted(&cursor, outerDepth: outerDepth, bytes) }
            }
        }
    }

    /// The key at `token`, if it has no escapes and ends in the block.
    @inlinable @inline(__always) func key(at token: UInt64, _ cursor: JSONBlockCursor, _ bytes: JSONBytes) -> JSONKey? {
        let closings = cursor.block.pointee.closings & (0 &- token)
        let inside = closings.lowestBit &- token
        if closings == 0 || cursor.block.pointee.backslashes & inside != 0 { return nil }
        let start = bytes.position &+ 1
        // Safety: a block reader requires eight bytes after the block.
        return JSONKey(beginning: bytes.word(at: start), count: cursor.position(of: closings) &- start)
    }

    /// Skips the next value; returns `false` if it does not end in the blocks.
    @inlinable @inline(__always) mutating func passValue(
        _ cursor: inout JSONBlockCursor, outerDepth: Int, _ bytes: JSONBytes
    ) -> Bool {
        var ahead = cursor
        let value = ahead.nextToken()
        if value == 0 { return false }
        if value & ahead.block.pointee.openings != 0 {
            let closings = ahead.block.pointee.closings & (0 &- value)
            if closings == 0, ahead.nextClosing(from: 0) == nil { return false }
        } else if value & ahead.block.pointee.brackets != 0 {
            nesting.open(object: bytes.bytes[ahead.position(of: value)] == UInt8(ascii: "{"))
            unwantedDepth = nesting.depth
            skipUnwanted(&ahead, outerDepth: outerDepth, bytes)
        }
        cursor = ahead
        return true
    }

    /// Reads a key or a string value at its opening quote.
    @inlinable @inline(__always) mutating func readString(
        _ cursor: inout JSONBlockCursor, _ token: UInt64, _ bytes: inout JSONBytes
    ) throws(JSONSyntaxError) {
        let isKey = cursor.block.pointee.keys & token != 0
        let offset = offset(of: bytes)
        let isWanted = isKey ? handler.beginKey(at: offset) : handler.beginString(at: offset)
        let closings = cursor.block.pointee.closings & (0 &- token)
        bytes.position &+= 1
        let inside = closings.lowestBit &- token
        if closings != 0, !isWanted || cursor.block.pointee.backslashes & inside == 0 {
            // The fast path: nearly every string has no escapes and ends in the block.
            if isWanted {
                let start = bytes.position
                bytes.position = cursor.position(of: closings)
                if bytes.position > start { handler.content(bytes.piece(from: start).span) }
            }
            if isKey { handler.endKey() } else { handler.endString() }
        } else {
            stringIsKey = isKey
            wantsContent = isWanted
            try readString(&cursor, closings: closings, bytes)
        }
    }

    /// Reads the rest of a string, up to its closing quote or the end of the blocks.
    @inlinable mutating func readString(_ cursor: inout JSONBlockCursor, closings: UInt64, _ bytes: JSONBytes)
        throws(JSONSyntaxError)
    {
        var backslashes: UInt64 = 0
        let closing = cursor.nextClosing(from: closings, noting: &backslashes)
        if wantsContent, backslashes == 0, unicodeEscape.pendingHalf == 0 {
            var bytes = bytes
            let start = bytes.position
            bytes.position = closing ?? cursor.start
            if bytes.position > start { handler.content(bytes.piece(from: start).span) }
        } else if wantsContent {
            // Safety: the end is a position in the buffer.
            let content = bytes.bytes[..<(closing ?? cursor.start)]
            var bytes = bytes
            bytes = JSONBytes(UnsafeBufferPointer(rebasing: content), at: bytes.position)
            state = .string
            // The content has no closing quote, and does not end within an escape.
            while !bytes.isAtEnd { try step(&bytes) }
        }
        if closing != nil { closeString() }
    }

    @inlinable @inline(__always) mutating func readScalar(_ bytes: inout JSONBytes) {
        let offset = offset(of: bytes)
        switch bytes.next {
        case UInt8(ascii: "t"): handler.literal(.true, at: offset)
        case UInt8(ascii: "f"): handler.literal(.false, at: offset)
        case UInt8(ascii: "n"): handler.literal(.null, at: offset)
        default:
            if handler.beginNumber(at: offset) {
                let start = bytes.position
                bytes.skipNumber()
                handler.content(bytes.piece(from: start).span)
            }
            handler.endNumber()
        }
    }

    @inlinable @inline(__always) mutating func readBracket(_ bytes: inout JSONBytes) {
        switch bytes.next {
        case UInt8(ascii: "{"): beginContainer(&bytes, object: true)
        case UInt8(ascii: "["): beginContainer(&bytes, object: false)
        case UInt8(ascii: "}"): endContainer(&bytes, object: true)
        default: endContainer(&bytes, object: false)
        }
    }

    /// Moves past the unwanted container, or to the end of the blocks.
    @inlinable @inline(__always) mutating func skipUnwanted(
        _ cursor: inout JSONBlockCursor, outerDepth: Int, _ bytes: JSONBytes
    ) {
        let isLeft = cursor.skip(toBelow: unwantedDepth &- outerDepth, from: nesting.depth &- outerDepth, in: bytes)
        if isLeft {
            while nesting.depth >= unwantedDepth { nesting.close() }
            unwantedDepth = .max
        } else {
            wantsContent = false
        }
    }
}
