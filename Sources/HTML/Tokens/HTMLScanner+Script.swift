import Scanning

extension HTMLScanner {
    /// A state in a script, which may contain a comment with a nested script, whose end tag does not end the outer one.
    enum ScriptState: Sendable {
        case plain, lessThan, endTag
        case escapeStart, escapeStartDash
        case escaped, escapedDash, escapedDashDash
        case escapedLessThan, escapedEndTag, doubleEscapeStart
        case doubleEscaped, doubleEscapedDash, doubleEscapedDashDash
        case doubleEscapedLessThan, doubleEscapeEnd
    }

    /// Reads the available part of a script (HTML 13.2.5.4, 13.2.5.15 to 13.2.5.31).
    mutating func readScript(_ input: inout HTMLBytes) {
        while !input.isAtEnd, state == .script {
            switch script {
            case .plain:
                input.scanUpTo(ASCII.lessThan)
                if input.scan(ASCII.lessThan) { script = .lessThan }
            case .lessThan:
                if input.scan(ASCII.slash) {
                    beginName(.endTag)
                } else {
                    script = input.scan(ASCII.exclamationMark) ? .escapeStart : .plain
                }
            case .escapeStart: script = input.scan(ASCII.hyphen) ? .escapeStartDash : .plain
            case .escapeStartDash: script = input.scan(ASCII.hyphen) ? .escapedDashDash : .plain
            case .endTag: readScriptEndTag(otherwise: .plain, &input)
            case .escapedEndTag: readScriptEndTag(otherwise: .escaped, &input)
            case .escaped, .doubleEscaped:
                input.scanUpTo(.commentOrTag)
                readInComment(&input)
            case .escapedDash, .escapedDashDash, .doubleEscapedDash, .doubleEscapedDashDash: readInComment(&input)
            case .escapedLessThan:
                if input.scan(ASCII.slash) {
                    beginName(.escapedEndTag)
                } else if input.next.isASCIILetter {
                    beginName(.doubleEscapeStart)
                } else {
                    script = .escaped
                }
            case .doubleEscapedLessThan:
                if input.scan(ASCII.slash) { beginName(.doubleEscapeEnd) } else { script = .doubleEscaped }
            case .doubleEscapeStart: readEscapeName(script: .doubleEscaped, other: .escaped, &input)
            case .doubleEscapeEnd: readEscapeName(script: .escaped, other: .doubleEscaped, &input)
            }
        }
    }

    private mutating func beginName(_ next: ScriptState) {
        scriptName = TagName()
        script = next
    }

    private mutating func readScriptEndTag(otherwise: ScriptState, _ input: inout HTMLBytes) {
        if input.next.isASCIILetter {
            scriptName.append(input.next)
            input.position += 1
        } else if scriptName == Self.scriptName, LowSet.tagNameEnd.contains(input.next) {
            beginTextEndTag()
        } else {
            script = otherwise
        }
    }

    /// Reads a byte of a comment, or of a script in it; `-->` ends both.
    private mutating func readInComment(_ input: inout HTMLBytes) {
        guard !input.isAtEnd else { return }
        let isDouble: Bool
        let dashes: Int
        switch script {
        case .escaped: (isDouble, dashes) = (false, 0)
        case .escapedDash: (isDouble, dashes) = (false, 1)
        case .escapedDashDash: (isDouble, dashes) = (false, 2)
        case .doubleEscaped: (isDouble, dashes) = (true, 0)
        case .doubleEscapedDash: (isDouble, dashes) = (true, 1)
        default: (isDouble, dashes) = (true, 2)
        }
        switch input.next {
        case ASCII.hyphen where dashes == 0: script = isDouble ? .doubleEscapedDash : .escapedDash
        case ASCII.hyphen: script = isDouble ? .doubleEscapedDashDash : .escapedDashDash
        case ASCII.lessThan: script = isDouble ? .doubleEscapedLessThan : .escapedLessThan
        case ASCII.greaterThan where dashes == 2: script = .plain
        default: script = isDouble ? .doubleEscaped : .escaped
        }
        input.position += 1
    }

    /// Reads a name in a comment, and continues depending on whether it is `script`.
    private mutating func readEscapeName(
        script afterScript: ScriptState, other afterOther: ScriptState, _ input: inout HTMLBytes
    ) {
        if input.next.isASCIILetter {
            scriptName.append(input.next)
            input.position += 1
        } else if LowSet.tagNameEnd.contains(input.next) {
            input.position += 1
            script = scriptName == Self.scriptName ? afterScript : afterOther
        } else {
            script = afterOther
        }
    }

    private static let scriptName = TagName("script")
}
