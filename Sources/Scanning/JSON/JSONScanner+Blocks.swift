public import CJSONBlocks

/// The fast way through a chunk: what a block reader finds well-formed needs no more checks.
///
/// Whatever it does not take, be it wrong or only odd, is left to `step`, which alone knows what to
/// say about it.
extension JSONScanner {
    /// Reads most of a chunk; what it leaves has less bytes than a block needs.
    @inlinable mutating func scanBlocks(
        _ bytes: inout JSONBytes, with read: JSONBlockReader
    ) throws(JSONSyntaxError) {
        guard bytes.bytes.count <= Int(UInt32.max) else { return }
        // The blocks stay in the first cache.
        try withUnsafeTemporaryAllocation(of: JSONBlock.self, capacity: 128) {
            (blocks) throws(JSONSyntaxError) in
            var nextTry = 0
            while bytes.bytes.count &- bytes.position >= Int(JSONBlockReach) {
                if bytes.position >= nextTry {
                    if try scanBlocks(&bytes, with: read, into: blocks) { continue }
                    nextTry = bytes.position &+ 64
                }
                try step(&bytes)
            }
        }
    }

    /// Reads some blocks from the position on; false if none can be read there.
    @inlinable mutating func scanBlocks(
        _ bytes: inout JSONBytes, with read: JSONBlockReader,
        into blocks: UnsafeMutableBufferPointer<JSONBlock>
    ) throws(JSONSyntaxError) -> Bool {
        guard nesting.depth > 0, let place else { return false }
        let outerDepth = (nesting.depth &- 1) & ~63
        var context = JSONContext(
            levels: nesting.levels, depth: UInt8(nesting.depth &- outerDepth), place: place)
        let isInString = place == .inKey || place == .inString
        // Safety: the reader stays within the two counts it is given.
        let count = read(
            bytes.bytes.baseAddress.map { $0 + bytes.position },
            bytes.bytes.count &- bytes.position, &context, blocks.baseAddress, blocks.count)
        guard count > 0 else { return false }

        let start = bytes.position
        try readTokens(
            JSONBlockCursor(UnsafeBufferPointer(rebasing: blocks[..<count]), from: start),
            outerDepth: outerDepth, isInString: isInString, &bytes)
        bytes.position = start &+ count &* 64
        nesting.depth = outerDepth &+ Int(context.depth)
        nesting.levels = context.levels
        take(context.place)
        return true
    }

    /// Tells the handler what is in some blocks.
    @inlinable mutating func readTokens(
        _ cursor: consuming JSONBlockCursor, outerDepth: Int, isInString: Bool,
        _ bytes: inout JSONBytes
    ) throws(JSONSyntaxError) {
        var cursor = cursor
        if !isWanted {
            // Nothing of a string that began before is told, so nothing of it is kept.
            unicodeEscape.pendingHalf = 0
            skipUnwanted(&cursor, outerDepth: outerDepth, bytes)
        } else if isInString {
            try readString(&cursor, from: -1, &bytes)
        }
        while let place = cursor.nextToken() {
            bytes.position = cursor.position(of: place)
            switch bytes.next {
            case UInt8(ascii: "\""):
                stringIsKey = cursor.block.keys &>> UInt64(place) & 1 == 1
                let offset = offset(of: bytes)
                wantsContent =
                    stringIsKey ? handler.beginKey(at: offset) : handler.beginString(at: offset)
                try readString(&cursor, from: place, &bytes)
            case UInt8(ascii: "{"):
                beginContainer(&bytes, object: true)
                if !isWanted { skipUnwanted(&cursor, outerDepth: outerDepth, bytes) }
            case UInt8(ascii: "["):
                beginContainer(&bytes, object: false)
                if !isWanted { skipUnwanted(&cursor, outerDepth: outerDepth, bytes) }
            case UInt8(ascii: "}"):
                endContainer(&bytes, object: true)
            case UInt8(ascii: "]"):
                endContainer(&bytes, object: false)
            case UInt8(ascii: "t"):
                handler.literal(.true, at: offset(of: bytes))
            case UInt8(ascii: "f"):
                handler.literal(.false, at: offset(of: bytes))
            case UInt8(ascii: "n"):
                handler.literal(.null, at: offset(of: bytes))
            default:
                try beginNumber(&bytes)
            }
        }
    }

    /// Reads a string up to its closing quote or the end of the blocks.
    @inlinable @inline(__always) mutating func readString(
        _ cursor: inout JSONBlockCursor, from place: Int, _ bytes: inout JSONBytes
    ) throws(JSONSyntaxError) {
        let block = cursor.index
        let start = cursor.position(of: place &+ 1)
        let closing = cursor.nextClosing(after: place)
        if wantsContent {
            let end = closing ?? cursor.position(of: 0)
            let isPlain = cursor.index == block && cursor.block.backslashes == 0
            try readContent(bytes.bytes, from: start, to: end, isPlain: isPlain)
        }
        if closing != nil { closeString() }
    }

    /// Delivers string content that is known to be well-formed, and ends outside an escape.
    @inlinable mutating func readContent(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, isPlain: Bool
    ) throws(JSONSyntaxError) {
        guard start < end else { return }
        // Safety: both are positions in the buffer.
        var bytes = JSONBytes(UnsafeBufferPointer(rebasing: bytes[..<end]))
        if isPlain {
            bytes.position = end
            flushSurrogate()
            handler.content(bytes.piece(from: start).span)
        } else {
            bytes.position = start
            state = .string
            while !bytes.isAtEnd { try step(&bytes) }
        }
    }

    /// Goes on after the container that is not wanted, or to the end of the blocks.
    @inlinable @inline(__always) mutating func skipUnwanted(
        _ cursor: inout JSONBlockCursor, outerDepth: Int, _ bytes: JSONBytes
    ) {
        let isLeft = cursor.skip(
            toBelow: unwantedDepth &- outerDepth, from: nesting.depth &- outerDepth, in: bytes)
        guard isLeft else {
            wantsContent = false
            return
        }
        while nesting.depth >= unwantedDepth { nesting.close() }
        unwantedDepth = .max
    }
}

/// The scanner's states that a block reader can begin and end in.
extension JSONScanner {
    /// The present state, for a block reader; `nil` inside other tokens than strings.
    @inlinable var place: JSONPlace? {
        switch state {
        case .value: .afterColon
        case .firstElement, .firstKey: .afterOpening
        case .element, .key: .afterComma
        case .colon: .afterKey
        case .afterValue: .afterValue
        case .string: stringIsKey ? .inKey : .inString
        default: nil
        }
    }

    /// Takes the state that a block reader ended in.
    @inlinable mutating func take(_ place: JSONPlace) {
        switch place {
        case .afterColon: state = .value
        case .afterOpening: state = nesting.isInObject ? .firstKey : .firstElement
        case .afterComma: state = nesting.isInObject ? .key : .element
        case .afterKey: state = .colon
        case .afterValue: state = .afterValue
        case .inKey, .inString:
            stringIsKey = place == .inKey
            state = .string
        }
    }
}
