import CByteSearch
import Scanning

extension HTMLScanner {
    /// Reads a complete plain tag whose attributes are not needed, sixteen bytes at a time.
    ///
    /// - Returns: whether the tag was read; otherwise ``readTag(_:)`` continues at ``state``.
    @inline(__always) mutating func readPlainTag(_ input: inout HTMLBytes) -> Bool {
        var start = input.position
        guard start &+ 17 <= input.end else { return false }
        let isEnd = input.bytes[start] == ASCII.slash
        if isEnd { start &+= 1 }
        guard input.bytes[start].isASCIILetter else { return false }
        // Safety: sixteen bytes are available.
        let length = byte_search_name_end(input.bytes + start)
        guard length < 16, LowSet.tagNameEnd.contains(input.bytes[start &+ length]) else { return false }
        tag.begin(isEnd: isEnd)
        tag.name = TagName(input.bytes + start, count: length)
        input.position = start &+ length
        endTagName()
        if input.next == ASCII.greaterThan {
            input.position &+= 1
            endTag()
            return true
        }
        state = .beforeAttributeName
        guard tag.treatment == .skipped, skipPlainAttributes(&input) else { return false }
        endTag()
        return true
    }

    /// Skips attributes and the `>` after them.
    ///
    /// The first `=`, `>` or quotation mark between two attributes decides: `>` ends the tag, and an equals sign right
    /// after a name starts a value. Anything else is unusual.
    ///
    /// - Returns: whether the `>` was read; otherwise the position is between two attributes.
    @inline(__always) private mutating func skipPlainAttributes(_ input: inout HTMLBytes) -> Bool {
        while let mark = attributeMark(input) {
            switch input.bytes[mark] {
            case ASCII.greaterThan:
                tag.isSelfClosing = mark > input.position && input.bytes[mark &- 1] == ASCII.slash
                input.position = mark &+ 1
                return true
            case ASCII.equals:
                guard mark > input.position, mark &+ 1 < input.end, !LowSet.tagNameEnd.contains(input.bytes[mark &- 1])
                else { return false }
                var value = input
                value.position = mark &+ 1
                let quote = value.next
                if quote == ASCII.doubleQuote || quote == ASCII.singleQuote {
                    value.position &+= 1
                    value.scanUpTo(quote)
                    guard !value.isAtEnd else { return false }
                    value.position &+= 1
                } else {
                    guard !LowSet.unquotedValueEnd.contains(quote) else { return false }
                    value.scanUpTo(.unquotedValueEnd)
                    guard !value.isAtEnd else { return false }
                }
                input.position = value.position
            default: return false
            }
        }
        return false
    }

    @inline(__always) private func attributeMark(_ input: HTMLBytes) -> Int? {
        var position = input.position
        while position &+ 16 <= input.end {
            // Safety: sixteen bytes are available.
            let mark = byte_search_attribute_mark(input.bytes + position)
            if mark < 16 { return position &+ mark }
            position &+= 16
        }
        return nil
    }
}
