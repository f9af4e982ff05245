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
        // The blocks stay in the first cache.
        try withUnsafeTemporaryAllocation(of: JSONBlock.self, capacity: 256) {
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
        // Safety: the reader stays within the two counts it is given, and the pointers are there
        // because the counts are not zero.
        guard let rest = bytes.bytes.baseAddress, let first = blocks.baseAddress else {
            return false
        }
        let start = bytes.position
        let count = read(
            rest + start, bytes.bytes.count &- start, &context, first, blocks.count)
        guard count > 0 else { return false }

        try readTokens(
            JSONBlockCursor(first, count: count, from: start),
            isInString: place == .inKey || place == .inString, outerDepth: outerDepth, bytes)
        bytes.position = start &+ count &* 64
        nesting.depth = outerDepth &+ Int(context.depth)
        nesting.levels = context.levels
        take(context.place)
        return true
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
