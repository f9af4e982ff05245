import Scanning

/// Where the first element of an XML document begins, in as much of the document as is there.
///
/// Only that much is given to libxml2: whatever comes after it, no tree is built of it.
package enum XMLRootTag: Sendable, Equatable {
    /// The document up to the tag, which ends the element as well, so that it is a whole document.
    case found([UInt8])
    /// The tag has not ended. The name is known once it has begun.
    case incomplete(name: String?)
    /// The bytes are no XML document, or one that declares parameter entities, with which it could
    /// name files to be read, or one with a document type or a tag beyond ``partLimit``.
    case absent

    /// The most bytes of the document type, and of the tag.
    ///
    /// Real ones have some hundred. Of every entity in the one, each three bytes of the other may ask for
    /// a copy, and libxml2 compares every attribute of a tag with every other.
    static let partLimit = 8 << 10

    /// Looks for the tag, in any encoding that writes markup as ASCII does.
    package init(in bytes: [UInt8]) {
        var scanner = ByteScanner(bytes)
        scanner.scan("\u{FEFF}")
        self = scanner.scanProlog() ?? scanner.scanRootTag()
    }
}

extension ByteScanner {
    /// Reads up to the name in the first tag; gives what the bytes are if there is none.
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

    /// Reads a document type declaration to its end, with the declarations inside (XML 2.8).
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
                    // A comment of which the beginning is there would be taken for a declaration.
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

    /// Reads the first tag behind its bracket.
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

    /// Reads up to the text and past it; false if it does not occur.
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
