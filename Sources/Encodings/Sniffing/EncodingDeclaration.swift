import Scanning

/// What the attributes of one `meta` element say about the page's encoding, in the reading of the
/// prescan (HTML 13.2.3.2).
struct EncodingDeclaration {
    private var names: Set<[UInt8]> = []
    private var hasPragma = false
    /// Whether the encoding counts only beside `http-equiv=content-type`; `nil` before any is named.
    private var needsPragma: Bool?
    private var named: CharacterEncoding?

    /// Takes the next attribute, its name and value in small letters; of two of a name the first
    /// counts.
    mutating func add(name: [UInt8], value: [UInt8]) {
        guard names.insert(name).inserted else { return }
        switch String(decoding: name, as: UTF8.self) {
        case "http-equiv":
            hasPragma = hasPragma || value == Array("content-type".utf8)
        case "content":
            guard needsPragma == nil, let encoding = CharacterEncoding(metaContent: value)
            else { return }
            named = encoding
            needsPragma = true
        case "charset":
            named = CharacterEncoding(label: value)
            needsPragma = false
        default: break
        }
    }

    /// The encoding that the element declares, if it declares one.
    var encoding: CharacterEncoding? {
        guard let needsPragma, hasPragma || !needsPragma else { return nil }
        return named?.asDeclared
    }
}

extension CharacterEncoding {
    /// Gets the encoding that the attributes of a `meta` element declare, in the reading of the
    /// parser (HTML 13.2.6.4.4), which differs from that of the prescan in what a label does that
    /// means nothing.
    init?(metaCharset charset: [UInt8]?, httpEquiv: [UInt8]?, content: [UInt8]?) {
        if let encoding = charset.flatMap({ CharacterEncoding(label: $0) }) {
            self = encoding.asDeclared
        } else if let content, let encoding = CharacterEncoding(metaContent: content),
            httpEquiv?.map(\.asciiLowercased) == Array("content-type".utf8)
        {
            self = encoding.asDeclared
        } else {
            return nil
        }
    }

    /// Gets the encoding out of a `content` attribute, as in `text/html; charset=utf-8`
    /// (HTML 2.3.4, "extracting a character encoding from a meta element").
    init?(metaContent content: [UInt8]) {
        var scanner = ByteScanner(content.map(\.asciiLowercased))
        repeat {
            guard scanner.scanPast("charset") else { return nil }
            scanner.scan(.asciiWhiteSpace)
        } while !scanner.scan(ASCII.equals)
        scanner.scan(.asciiWhiteSpace)
        guard let quote = scanner.peek else { return nil }
        if quote == ASCII.doubleQuote || quote == ASCII.singleQuote {
            scanner.next()
            let label = Array(scanner.scanUpTo(quote))
            guard scanner.scan(quote) else { return nil }
            self.init(label: label)
        } else {
            self.init(label: Array(scanner.scanUpTo(.metaLabelEnd)))
        }
    }
}

extension ByteScanner {
    /// Reads up to the text and past it; `false` if it does not occur.
    mutating func scanPast(_ text: StaticString) -> Bool {
        while !isAtEnd {
            if scan(text) { return true }
            next()
        }
        return false
    }
}

extension ByteSet {
    fileprivate static let metaLabelEnd = ByteSet(";").union(.asciiWhiteSpace)
}
