import Scanning

/// Searches the start of a page for a `meta` element that declares its encoding (HTML 13.2.3.2, "prescan a byte stream
/// to determine its encoding").
///
/// With more bytes, it continues at the incomplete tag or comment.
struct Prescan {
    private var position = 0

    /// The declared encoding in `bytes`, which must extend those of the previous call; `nil` if they end too early.
    mutating func encoding(in bytes: [UInt8]) -> CharacterEncoding? {
        // Six bytes suffice to recognize an XML declaration in UTF-16.
        guard bytes.count >= 6 else { return nil }
        if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        var scanner = ByteScanner(bytes)
        scanner.move(to: position)
        while true {
            scanner.scanUpTo(ASCII.lessThan)
            position = scanner.position
            guard let construct = scanner.scanConstruct() else { return nil }
            if case .meta(let declaration) = construct, let encoding = declaration.encoding { return encoding }
        }
    }
}

private enum Construct {
    case meta(EncodingDeclaration)
    case other
}

extension ByteScanner {
    /// Reads a construct that starts with `<`, including a final `>`; `nil` if the bytes end too early.
    fileprivate mutating func scanConstruct() -> Construct? {
        guard let opening = next(), opening == ASCII.lessThan else { return nil }
        if scan("!--") { return scanCommentEnd() }
        if scanMetaName() {
            var declaration = EncodingDeclaration()
            let isWhole = scanAttributes { name, value in
                declaration.add(name: name.map(\.asciiLowercased), value: value.map(\.asciiLowercased))
            }
            return isWhole ? .meta(declaration) : nil
        }
        let start = position
        let isEndTag = scan(ASCII.slash)
        guard let first = peek else { return nil }
        if first.isASCIILetter {
            scanUpTo(.tagNameEnd)
            return scanAttributes { _, _ in } ? .other : nil
        }
        move(to: start)
        guard isEndTag || first == ASCII.exclamationMark || first == ASCII.questionMark else { return .other }
        scanUpTo(ASCII.greaterThan)
        return scan(ASCII.greaterThan) ? .other : nil
    }

    /// Reads to the end of a comment, whose hyphens may be those of its start.
    private mutating func scanCommentEnd() -> Construct? {
        move(to: position - 2)
        return scanPast("-->") ? .other : nil
    }

    /// Reads `meta` if it is the whole name and is not followed by `>`.
    private mutating func scanMetaName() -> Bool {
        let start = position
        let name = scanUpTo(.metaNameEnd).map(\.asciiLowercased)
        if name == Array("meta".utf8), !isAtEnd, peek != ASCII.greaterThan { return true }
        move(to: start)
        return false
    }

    /// Reads the attributes of a tag; `false` if the bytes end before its `>`.
    private mutating func scanAttributes(_ take: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void)
        -> Bool
    {
        while true {
            scan(.betweenAttributes)
            guard let first = peek else { return false }
            if first == ASCII.greaterThan { return true }
            guard let name = scanAttributeName(), let value = scanAttributeValue() else { return false }
            take(name, value)
        }
    }

    /// Reads a name, which may start with `=`; `nil` if the bytes end too early.
    private mutating func scanAttributeName() -> ArraySlice<UInt8>? {
        let start = position
        guard next() != nil else { return nil }
        scanUpTo(.attributeNameEnd)
        return isAtEnd ? nil : bytes[start..<position]
    }

    /// Reads an optional value with its `=`; `nil` if the bytes end too early.
    private mutating func scanAttributeValue() -> ArraySlice<UInt8>? {
        scan(.asciiWhiteSpace)
        guard let first = peek else { return nil }
        guard first == ASCII.equals else { return [] }
        next()
        scan(.asciiWhiteSpace)
        guard let quote = peek else { return nil }
        guard quote == ASCII.doubleQuote || quote == ASCII.singleQuote else {
            let value = scanUpTo(.tagNameEnd)
            return isAtEnd ? nil : value
        }
        next()
        let value = scanUpTo(quote)
        return scan(quote) ? value : nil
    }
}

extension ByteSet {
    fileprivate static let betweenAttributes = ByteSet("/").union(.asciiWhiteSpace)
    fileprivate static let metaNameEnd = ByteSet("/>").union(.asciiWhiteSpace)
    fileprivate static let tagNameEnd = ByteSet(">").union(.asciiWhiteSpace)
    fileprivate static let attributeNameEnd = ByteSet("/>=").union(.asciiWhiteSpace)
}
