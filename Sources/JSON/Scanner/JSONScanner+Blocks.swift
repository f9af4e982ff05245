public import CJSONBlocks

/// The fast path: input that a block reader accepts as well-formed needs no more checks.
///
/// Anything else, invalid or merely unusual, is left to `step`, which reports the errors.
extension JSONScanner {
    /// Scans a chunk, except for a remainder that is too short for a block.
    @inlinable mutating func scanBlocks(_ bytes: inout JSONBytes, with read: JSONBlockReader) throws(JSONSyntaxError) {
        // 256 blocks fit into the first-level cache.
        try withUnsafeTemporaryAllocation(of: JSONBlock.self, capacity: 256) { (blocks) throws(JSONSyntaxError) in
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

    /// Scans blocks at the current position; returns `false` if the reader accepts none.
    @inlinable mutating func scanBlocks(
        _ bytes: inout JSONBytes, with read: JSONBlockReader, into blocks: UnsafeMutableBufferPointer<JSONBlock>
    ) throws(JSONSyntaxError) -> Bool {
        guard nesting.depth > 0, let place else { return false }
        let outerDepth = (nesting.depth &- 1) & ~63
        var context = JSONContext(levels: nesting.levels, depth: UInt8(nesting.depth &- outerDepth), place: place)
        // Safety: the reader stays within the two counts, and the pointers exist because the counts are not 0.
        guard let rest = bytes.bytes.baseAddress, let first = blocks.baseAddress else { return false }
        let start = bytes.position
        let count = read(rest + start, bytes.bytes.count &- start, &context, first, blocks.count)
        guard count > 0 else { return false }

        try readTokens(
            JSONBlockCursor(first, count: count, from: start), isInString: place == .inKey || place == .inString,
            outerDepth: outerDepth, bytes)
        bytes.position = start &+ count &* 64
        nesting.depth = outerDepth &+ Int(context.depth)
        nesting.levels = context.levels
        take(context.place)
        return true
    }
}

/// The scanner's states at which a block may begin or end.
extension JSONScanner {
    /// The state for a block reader; `nil` inside tokens other than strings.
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
