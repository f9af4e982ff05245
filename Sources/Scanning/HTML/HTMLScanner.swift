/// Finds tags in HTML as a browser does, in bytes that come in pieces of any size.
///
/// It is the standard's tokenizer (HTML 13.2.5) without the tokens nobody asked for: text,
/// comments and uninteresting tags are read over and nothing is kept of them. What it returns
/// does not depend on where the input is cut. The input is UTF-8 or another encoding in which
/// ASCII bytes stand for themselves.
///
///     var scanner = HTMLScanner(reporting: [.link])
///     for chunk in chunks {
///         for tag in scanner.scan(chunk) { print(tag.text(.href) ?? "") }
///     }
package struct HTMLScanner: Sendable {
    /// The longest attribute value that is kept, in bytes of the source.
    ///
    /// A longer one counts as empty, and its tag says so.
    package static let attributeLimit = 1 << 20

    let reported: Set<HTMLElement>
    var state = State.data
    var context = HTMLContext()
    var tag = TagInProgress()
    /// Finds the end of the element whose content is text.
    var textEnd = EndTagFinder(ShortName())
    /// Finds the end of `noscript` beside the scanning of its content.
    var noscriptEnd = EndTagFinder(ShortName())
    var script = ScriptState.plain
    var reports: [HTMLTag] = []
    /// The offset in the whole input of the first byte of the piece that is read.
    var origin = 0

    /// Reports the start tags of the given elements.
    package init(reporting elements: Set<HTMLElement>) {
        reported = elements
    }

    /// Reads the next piece of the input.
    ///
    /// - Returns: the start tags that end in it.
    package mutating func scan(_ chunk: [UInt8]) -> [HTMLTag] {
        let start = origin
        var input = ByteScanner(chunk)
        while !input.isAtEnd {
            if context.isInNoscript {
                scanNoscript(&input, from: start)
            } else {
                step(&input)
            }
        }
        origin = start + chunk.count
        defer { reports.removeAll() }
        return reports
    }

    /// The place in the grammar where the next byte belongs.
    enum State: Sendable {
        case data
        case tagOpen, endTagOpen, tagName
        case beforeAttributeName, attributeName, afterAttributeName
        case beforeAttributeValue, selfClosing
        case value(ValueForm)
        case declaration, declarationDash, sectionOpening(Int), bogusComment
        case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
        case section, sectionEndBracket, sectionEnd
        case text, script, plaintext
    }

    /// How an attribute's value is written.
    enum ValueForm: Sendable {
        case doubleQuoted, singleQuoted, unquoted
    }

    /// Reads some bytes of the current state, or moves to the state to which the next byte belongs.
    mutating func step(_ input: inout ByteScanner) {
        switch state {
        case .data:
            readText(&input)
            tag.offset = origin + input.position
            if input.scan(ASCII.lessThan) { state = .tagOpen }
        case .tagOpen, .endTagOpen, .tagName, .selfClosing:
            stepTag(&input)
        case .beforeAttributeName, .attributeName, .afterAttributeName:
            stepAttributeName(&input)
        case .beforeAttributeValue, .value:
            stepAttributeValue(&input)
        case .declaration, .declarationDash, .sectionOpening, .bogusComment, .section,
            .sectionEndBracket, .sectionEnd:
            stepDeclaration(&input)
        case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd,
            .commentEndBang:
            stepComment(&input)
        case .text:
            if textEnd.scan(&input) { beginEndTag() }
        case .script:
            stepScript(&input)
        case .plaintext:
            input.move(to: input.bytes.count)
        }
    }

    /// Reads text up to the next tag; white space in `head`, and a byte order mark, are no text.
    private mutating func readText(_ input: inout ByteScanner) {
        if context.awaitsText {
            if origin + input.position < Self.byteOrderMark.count {
                let rest = Self.byteOrderMark[(origin + input.position)...]
                for byte in rest { guard input.scan(byte) else { break } }
            }
            input.scan(.asciiWhiteSpace)
            if let byte = input.peek, byte != ASCII.lessThan { context.text() }
        }
        input.scanUpTo(ASCII.lessThan)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads the content of `noscript`.
    ///
    /// It ends at the first `</noscript`, whatever is open then, because to a browser with scripting
    /// it is text. Its tags are reported as a browser without scripting would see them.
    private mutating func scanNoscript(_ input: inout ByteScanner, from start: Int) {
        let contentStart = input.position
        let hasEnded = noscriptEnd.scan(&input)
        var content = ByteScanner(Array(input.bytes[contentStart..<input.position]))
        origin = start + contentStart
        while !content.isAtEnd { step(&content) }
        origin = start
        if hasEnded {
            context.endNoscript()
            beginEndTag()
        }
    }
}
