import Scanning

/// The encoding declared by the attributes of a `meta` element, as the prescan reads them (HTML 13.2.3.2).
struct EncodingDeclaration {
    private var names: Set<[UInt8]> = []
    private var hasPragma = false
    /// Whether the encoding requires `http-equiv=content-type`; `nil` before an encoding is found.
    private var needsPragma: Bool?
    private var named: CharacterEncoding?

    /// Adds an attribute with its name and value in lower case; duplicates are ignored.
    mutating func add(name: [UInt8], value: [UInt8]) {
        guard names.insert(name).inserted else { return }
        switch String(decoding: name, as: UTF8.self) {
        case "http-equiv": hasPragma = hasPragma || value == Array("content-type".utf8)
        case "content":
            guard needsPragma == nil, let encoding = CharacterEncoding(metaContent: value) else { return }
            named = encoding
            needsPragma = true
        case "charset":
            named = CharacterEncoding(label: value)
            needsPragma = false
        default: break
        }
    }

    var encoding: CharacterEncoding? {
        guard let needsPragma, hasPragma || !needsPragma else { return nil }
        return named?.asDeclared
    }
}

extension CharacterEncoding {
    /// The encoding declared by the attributes of a `meta` element, as the parser reads them (HTML 13.2.6.4.4); unlike
    /// the prescan, it ignores unknown labels.
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

    /// Reads the encoding from a `content` attribute such as `text/html; charset=utf-8` (HTML 2.3.4, "extracting a
    /// character encoding from a meta element").
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
    /// Skips past a string, and returns `false` if it does not occur.
    mutating func scanPast(_ text: StaticString) -> Bool {
        while !isAtEnd {
            if scan(text) { return true }
            next()
        }
        return false
    }
}

extension ByteSet { fileprivate static let metaLabelEnd = ByteSet(";").union(.asciiWhiteSpace) }
