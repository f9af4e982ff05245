import Scanning

/// Finds the root tag of an XML document in its first bytes.
///
/// Only these are passed to libxml2, so it builds no tree of the rest.
package enum XMLRootTag: Sendable, Equatable {
    /// The document up to the tag, which is made self-closing so that the document is complete.
    case found([UInt8])
    /// The tag is incomplete; its name is known once it has begun.
    case incomplete(name: String?)
    /// The bytes are not XML, or declare parameter entities, which could refer to files, or exceed ``partLimit``.
    case absent

    /// The maximum number of bytes of the document type, and of the tag; real ones have a few hundred.
    ///
    /// Every three bytes of the tag can expand an entity of the document type, and libxml2 compares every attribute of
    /// a tag with every other.
    static let partLimit = 8 << 10

    /// Searches for the tag in an ASCII-compatible encoding.
    package init(in bytes: [UInt8]) {
        var scanner = ByteScanner(bytes)
        scanner.scan("\u{FEFF}")
        self = scanner.scanProlog() ?? scanner.scanRootTag()
    }
}

extension ByteScanner {
    /// Reads up to the name in the first tag; otherwise returns the result.
    fileprivate mutating func scanProlog() -> XMLRootTag? {
        while true {
            scan(.asciiWhiteSpace)
            if isAtEnd { return .incomplete(name: nil) }
            guard scan(ASCII.lessThan) else { return .absent }
            if scan(ASCII.questionMark) {
                guard scanPast("?>") else { return .incomplete(name: nil) }
            } else if scan("!--") {
                guard scanPast("-->") else { return .incomplete(name: nil) }
            } else if scan("!DOCTYPE") {
                if let end = scanDocumentType() { return end }
            } else if peek == ASCII.exclamationMark || isAtEnd {
                let isCutOff = ["!--", "!DOCTYPE"].contains { $0.utf8.starts(with: rest) }
                return isCutOff ? .incomplete(name: nil) : .absent
            } else {
                return nil
            }
        }
    }

    /// Reads a document type declaration including its internal subset (XML 2.8).
    private mutating func scanDocumentType() -> XMLRootTag? {
        var depth = 1
        let begin = position
        while depth > 0 {
            guard position - begin <= XMLRootTag.partLimit else { return .absent }
            scanUpTo(.documentTypeMarkup)
            let start = position
            guard let byte = next() else { return .incomplete(name: nil) }
            switch byte {
            case ASCII.greaterThan: depth -= 1
            case ASCII.lessThan:
                if scan("!--") {
                    guard scanPast("-->") else { return .incomplete(name: nil) }
                } else if scan(ASCII.questionMark) {
                    guard scanPast("?>") else { return .incomplete(name: nil) }
                } else {
                    // An incomplete start of a comment would be taken for a declaration.
                    if "<!--".utf8.starts(with: bytes[start...]) { return .incomplete(name: nil) }
                    depth += 1
                }
            case ASCII.doubleQuote, ASCII.singleQuote:
                scanUpTo(byte)
                guard scan(byte) else { return .incomplete(name: nil) }
            default: return .absent
            }
        }
        return nil
    }

    fileprivate mutating func scanRootTag() -> XMLRootTag {
        let begin = position
        let name = String(decoding: scanUpTo(.tagNameEnd), as: UTF8.self)
        while true {
            scanUpTo(.tagMarkup)
            guard let byte = next() else { return .incomplete(name: name) }
            if byte == ASCII.greaterThan { break }
            scanUpTo(byte)
            guard scan(byte) else { return .incomplete(name: name) }
        }
        guard position - begin <= XMLRootTag.partLimit else { return .absent }
        var document = Array(bytes[..<(position - 1)])
        if document.last != ASCII.slash { document.append(ASCII.slash) }
        return .found(document + [ASCII.greaterThan])
    }

    /// Skips past a string, and returns `false` if it does not occur.
    private mutating func scanPast(_ text: StaticString) -> Bool {
        let first = text.withUTF8Buffer { $0.first ?? 0 }
        while !isAtEnd {
            scanUpTo(first)
            if scan(text) { return true }
            next()
        }
        return false
    }
}

extension ByteSet {
    fileprivate static let documentTypeMarkup = ByteSet("<>\"'%")
    fileprivate static let tagMarkup = ByteSet(">\"'")
    fileprivate static let tagNameEnd = ByteSet("/>").union(.asciiWhiteSpace)
}
