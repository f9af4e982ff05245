extension HTMLScanner {
    /// Where in a script the next byte belongs: a script may hold a comment, and in the comment a
    /// script, whose end tag does not end the outer one.
    enum ScriptState: Sendable {
        case plain, lessThan, endTag(ShortName, isEscaped: Bool)
        case escapeStart, escapeStartDash
        case escaped(dashes: Int), escapedLessThan, doubleEscapeStart(ShortName)
        case doubleEscaped(dashes: Int), doubleEscapedLessThan, doubleEscapeEnd(ShortName)
    }

    /// Reads a script (HTML 13.2.5.4, 13.2.5.15 to 13.2.5.31).
    mutating func stepScript(_ input: inout ByteScanner) {
        guard let byte = input.peek else { return }
        switch script {
        case .plain:
            input.scanUpTo(ASCII.lessThan)
            if input.scan(ASCII.lessThan) { script = .lessThan }
        case .lessThan where input.scan(ASCII.slash):
            script = .endTag(ShortName(), isEscaped: false)
        case .lessThan:
            script = input.scan(ASCII.exclamationMark) ? .escapeStart : .plain
        case .escapeStart:
            script = input.scan(ASCII.hyphen) ? .escapeStartDash : .plain
        case .escapeStartDash:
            script = input.scan(ASCII.hyphen) ? .escaped(dashes: 2) : .plain
        case .endTag(let name, let isEscaped):
            readScriptEndTag(name, isEscaped: isEscaped, &input)
        case .escaped(let dashes):
            readComment(dashes, &input, tag: .escapedLessThan) { .escaped(dashes: $0) }
        case .escapedLessThan where input.scan(ASCII.slash):
            script = .endTag(ShortName(), isEscaped: true)
        case .escapedLessThan:
            script = byte.isASCIILetter ? .doubleEscapeStart(ShortName()) : .escaped(dashes: 0)
        case .doubleEscapeStart(let name):
            readEscapeName(
                name, &input, script: .doubleEscaped(dashes: 0), other: .escaped(dashes: 0)
            ) { .doubleEscapeStart($0) }
        case .doubleEscaped(let dashes):
            readComment(dashes, &input, tag: .doubleEscapedLessThan) { .doubleEscaped(dashes: $0) }
        case .doubleEscapedLessThan:
            script =
                input.scan(ASCII.slash)
                ? .doubleEscapeEnd(ShortName()) : .doubleEscaped(dashes: 0)
        case .doubleEscapeEnd(let name):
            readEscapeName(
                name, &input, script: .escaped(dashes: 0), other: .doubleEscaped(dashes: 0)
            ) { .doubleEscapeEnd($0) }
        }
    }

    private mutating func readScriptEndTag(
        _ name: ShortName, isEscaped: Bool, _ input: inout ByteScanner
    ) {
        guard let byte = input.peek else { return }
        if byte.isASCIILetter {
            input.next()
            var name = name
            name.append(byte)
            script = .endTag(name, isEscaped: isEscaped)
        } else if name == Self.scriptName, ByteSet.tagNameEnd.contains(byte) {
            beginEndTag()
        } else {
            script = isEscaped ? .escaped(dashes: 0) : .plain
        }
    }

    /// Reads the content of a comment, or of a script in it, after some hyphens; `-->` ends both.
    private mutating func readComment(
        _ dashes: Int, _ input: inout ByteScanner, tag: ScriptState,
        content: (_ dashes: Int) -> ScriptState
    ) {
        if input.scan(ASCII.hyphen) {
            script = content(min(dashes + 1, 2))
        } else if input.scan(ASCII.lessThan) {
            script = tag
        } else if dashes == 2, input.scan(ASCII.greaterThan) {
            script = .plain
        } else {
            input.next()
            input.scanUpTo(.commentOrTag)
            script = content(0)
        }
    }

    /// Reads a name in a comment, to go on as after a script's tag or after another one.
    private mutating func readEscapeName(
        _ name: ShortName, _ input: inout ByteScanner, script afterScript: ScriptState,
        other afterOther: ScriptState, partial: (ShortName) -> ScriptState
    ) {
        guard let byte = input.peek else { return }
        if byte.isASCIILetter {
            input.next()
            var name = name
            name.append(byte)
            script = partial(name)
        } else if ByteSet.tagNameEnd.contains(byte) {
            input.next()
            script = name == Self.scriptName ? afterScript : afterOther
        } else {
            script = afterOther
        }
    }

    private static let scriptName = ShortName("script")
}

extension ByteSet {
    fileprivate static let commentOrTag = ByteSet("-<")
}
