import Scanning

/// The places of the start tags and attributes of a document; libxml2 only knows the lines, and only up to 65,535.
///
/// In a document that is not well-formed, only the tags before the first error are reliable.
struct XMLTags {
    struct Tag {
        /// In bytes.
        let range: Range<Int>
        let place: TextPlace
        let attributes: [(name: String, place: TextPlace)]
    }

    /// In the order of the document.
    private(set) var tags: [Tag] = []
    /// The document type declaration as written; `nil` if there is none.
    private(set) var documentType: Substring?

    private let bytes: [UInt8]
    private var position = 0
    private var place = TextPlace()

    init(of bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while skip(to: ASCII.lessThan) {
            if skipRemark() { continue }
            if starts(with: "<![CDATA[") {
                skip(past: "]]>")
            } else if starts(with: "<!") {
                readDocumentType()
            } else if starts(with: "</") {
                skip(past: ">")
            } else {
                readTag()
            }
        }
    }

    private func starts(with text: StaticString) -> Bool { text.withUTF8Buffer { bytes[position...].starts(with: $0) } }

    private mutating func advance() {
        place.pass(bytes[position])
        position += 1
    }

    private mutating func skip(to byte: UInt8) -> Bool {
        while position < bytes.count, bytes[position] != byte { advance() }
        return position < bytes.count
    }

    private mutating func skip(past text: StaticString) {
        while position < bytes.count, !starts(with: text) { advance() }
        for _ in 0..<min(text.utf8CodeUnitCount, bytes.count - position) { advance() }
    }

    /// Skips a comment or an instruction, if there is one.
    private mutating func skipRemark() -> Bool {
        let end: StaticString? = starts(with: "<!--") ? "-->" : starts(with: "<?") ? "?>" : nil
        if let end { skip(past: end) }
        return end != nil
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count, ByteSet.asciiWhiteSpace.contains(bytes[position]) { advance() }
    }

    private mutating func skipQuoted() {
        let quote = bytes[position]
        advance()
        if skip(to: quote) { advance() }
    }

    private mutating func readTag() {
        let (start, offset) = (place, position)
        var attributes: [(name: String, place: TextPlace)] = []
        advance()
        while position < bytes.count, !ByteSet.xmlNameEnd.contains(bytes[position]) { advance() }
        while true {
            skipWhiteSpace()
            guard position < bytes.count, bytes[position] != ASCII.greaterThan else { break }
            if bytes[position] == ASCII.slash {
                advance()
                continue
            }
            let namePlace = place
            let begin = position
            while position < bytes.count, !ByteSet.xmlNameEnd.contains(bytes[position]) { advance() }
            attributes.append((String(decoding: bytes[begin..<position], as: UTF8.self), namePlace))
            while position < bytes.count,
                ![ASCII.doubleQuote, ASCII.singleQuote, ASCII.greaterThan].contains(bytes[position])
            { advance() }
            guard position < bytes.count, bytes[position] != ASCII.greaterThan else { break }
            skipQuoted()
        }
        let end = min(position + 1, bytes.count)
        tags.append(Tag(range: offset..<end, place: start, attributes: attributes))
    }

    private mutating func readDocumentType() {
        let begin = position
        var depth = 0
        while position < bytes.count {
            if skipRemark() { continue }
            switch bytes[position] {
            case ASCII.lessThan: depth += 1
            case ASCII.greaterThan: depth -= 1
            case ASCII.doubleQuote, ASCII.singleQuote:
                skipQuoted()
                continue
            default: break
            }
            advance()
            if depth == 0 { break }
        }
        documentType = Substring(decoding: bytes[begin..<position], as: UTF8.self)
    }
}

extension ByteSet { fileprivate static let xmlNameEnd = ByteSet("/>=").union(.asciiWhiteSpace) }
