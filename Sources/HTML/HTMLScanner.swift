import Scanning

/// Finds tags in HTML as a browser does, in bytes that arrive in pieces of any size.
///
/// It is the standard's tokenizer (HTML 13.2.5) without unneeded tokens, and its tree construction without the tree:
/// text, comments and irrelevant tags are skipped. The result does not depend on where the input is split. The input is
/// in UTF-8, or in another encoding in which ASCII bytes represent themselves.
///
///     var scanner = HTMLScanner(reporting: [.link])
///     for chunk in chunks {
///         for tag in scanner.scan(chunk) { print(tag.text(.href) ?? "") }
///     }
package struct HTMLScanner: Sendable {
    /// The maximum length of an attribute value, in bytes of the source.
    ///
    /// A longer value becomes empty and sets ``HTMLTag/exceedsLimit``.
    package static let attributeLimit = 1 << 20
    private let reported: ElementSet
    private let wants: @Sendable (HTMLTag) -> Bool
    let elements = HTMLScanner.elementNames
    let attributes = HTMLScanner.attributeNames

    var state = State.data
    var tag = TagBuilder()
    var builder = HTMLTreeBuilder()
    /// The number of matched bytes of an end tag or of `[CDATA[`.
    var matched = 0
    var script = ScriptState.plain
    var scriptName = TagName()
    /// A character reference in text, where white space matters.
    var reference = TextReference()
    /// The state outside of `noscript`, while its content is read.
    private var outside: HTMLTreeBuilder?
    private var noscriptMatched = 0
    private var reports: [HTMLTag] = []
    /// The offset of the current piece in the whole input.
    private var origin = 0
    private var markMatched = 0
    /// The offset of the tag that replaced the body with a frameset.
    private var frameset: Int?

    /// Reports start tags of these elements if `wants` returns `true`, and keeps no data about other tags.
    package init(
        reporting elements: Set<HTMLElement>, where wants: @escaping @Sendable (HTMLTag) -> Bool = { _ in true }
    ) {
        reported = ElementSet(elements)
        self.wants = wants
    }

    /// Reads the next piece of the input, and returns the start tags that end in it.
    package mutating func scan(_ chunk: [UInt8]) -> [HTMLTag] { scan(chunk.span) }

    package mutating func scan(_ chunk: Span<UInt8>) -> [HTMLTag] {
        chunk.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            // Safety: the bytes are not used after the closure.
            var input = HTMLBytes(first, from: 0, to: buffer.count)
            while !input.isAtEnd { if outside == nil { step(&input) } else { scanNoscript(&input) } }
        }
        origin += chunk.count
        defer { reports = [] }
        return reports
    }

    /// Whether a reported tag was discarded because a frameset has replaced the body (HTML 13.2.6.4.7, `frameset`).
    package func isGone(_ tag: HTMLTag) -> Bool {
        guard let frameset else { return false }
        return !tag.isInHead && tag.offset < frameset
    }

    /// Whether `head` has ended, so that no later tag is in it.
    package var isPastHead: Bool { (outside ?? builder).isPastHead }

    enum State: Sendable {
        case data, reference
        case tagOpen, endTagOpen, tagName
        case beforeAttributeName, attributeName, afterAttributeName
        case beforeAttributeValue, doubleQuotedValue, singleQuotedValue, unquotedValue, selfClosing
        case declaration, declarationDash, sectionOpening, bogusComment
        case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
        case section, sectionEndBracket, sectionEnd
        case text, script, plaintext
    }

    /// Reads some bytes in the current state, or changes to the state for the next byte.
    @inline(__always) private mutating func step(_ input: inout HTMLBytes) {
        switch state {
        case .data:
            if origin &+ input.position == markMatched { skipByteOrderMark(&input) }
            if builder.awaitsText, !input.isAtEnd { readText(&input) }
            if state == .data { readMarkup(&input) }
        case .tagOpen, .endTagOpen, .tagName, .beforeAttributeName, .attributeName, .afterAttributeName,
            .beforeAttributeValue, .doubleQuotedValue, .singleQuotedValue, .unquotedValue, .selfClosing:
            readTag(&input)
        case .declaration, .declarationDash, .sectionOpening, .bogusComment, .section, .sectionEndBracket, .sectionEnd:
            readDeclaration(&input)
        case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang:
            readComment(&input)
        case .reference: readReference(&input)
        case .text: if scanEndTag(of: tag.name, &matched, &input) { beginTextEndTag() }
        case .script: readScript(&input)
        case .plaintext: input.position = input.end
        }
    }

    private mutating func skipByteOrderMark(_ input: inout HTMLBytes) {
        while markMatched < 3, input.next == [0xEF, 0xBB, 0xBF][markMatched] {
            markMatched += 1
            input.position += 1
            if input.isAtEnd { return }
        }
    }

    /// Skips text and plain tags.
    @inline(__always) private mutating func readMarkup(_ input: inout HTMLBytes) {
        repeat {
            input.scanUpTo(ASCII.lessThan)
            guard !input.isAtEnd else { return }
            tag.offset = origin &+ input.position
            input.position &+= 1
            state = .tagOpen
        } while readPlainTag(&input) && state == .data && !builder.awaitsText && outside == nil
    }

    /// Reads the content of `noscript`.
    ///
    /// It ends at the first `</noscript`, whatever is open, because it is text for a browser with scripting. Its tags
    /// are reported as a browser without scripting sees them.
    private mutating func scanNoscript(_ input: inout HTMLBytes) {
        let start = input.position
        let hasEnded = scanEndTag(of: Self.noscriptName, &noscriptMatched, &input)
        var content = HTMLBytes(input.bytes, from: start, to: input.position)
        while !content.isAtEnd { step(&content) }
        guard hasEnded, let outside else { return }
        builder = outside
        self.outside = nil
        beginTextEndTag()
    }

    /// Looks for the end tag of an element whose content is text (HTML 13.2.5.9 to 13.2.5.14), even if the input is
    /// split in it.
    ///
    /// - Returns: whether it was found; then everything up to its name has been read.
    private func scanEndTag(of name: TagName, _ matched: inout Int, _ input: inout HTMLBytes) -> Bool {
        while !input.isAtEnd {
            switch matched {
            case 0:
                input.scanUpTo(ASCII.lessThan)
                if input.scan(ASCII.lessThan) { matched = 1 }
                continue
            case 1 where input.next == ASCII.slash: break
            case 2..<(name.count + 2) where input.next.asciiLowercased == name[matched - 2]: break
            case name.count + 2 where LowSet.tagNameEnd.contains(input.next):
                matched = 0
                return true
            default:
                // The byte may be the `<` of the next attempt, so it stays unread.
                matched = 0
                continue
            }
            matched += 1
            input.position += 1
        }
        return false
    }

    /// Handles the start tag whose `>` was read.
    @inline(__always) mutating func open() {
        // Distinguished here rather than in the tag, which would be copied.
        let start =
            tag.treatment == .skipped
            ? StartTag(element: tag.element, nameHash: tag.nameHash, isSelfClosing: tag.isSelfClosing)
            : tag.startWithAttributes
        let opening = builder.start(start)
        if tag.element == .frameset, outside == nil, builder.mode == .inFrameset { frameset = frameset ?? tag.offset }
        if tag.treatment == .kept, reported.contains(tag.element) { report(opening) }
        guard case .text(let content) = opening else { return }
        switch content {
        case .plain:
            matched = 0
            state = .text
        case .script:
            script = .plain
            state = .script
        case .toTheEnd: state = .plaintext
        case .noscript:
            outside = builder
            builder.isScripting = false
            _ = builder.start(start)
            noscriptMatched = 0
        }
    }

    private mutating func report(_ opening: Opening) {
        let placement: HTMLTag.Placement
        switch opening {
        case .none: return
        case .foreignElement: placement = .foreign
        default: placement = builder.isInTemplate ? .template : outside == nil ? .document : .noscript
        }
        let isInHead = if case .childOfHead = opening { outside == nil } else { false }
        let report = HTMLTag(
            element: tag.element, offset: tag.offset, placement: placement, isInHead: isInHead,
            exceedsLimit: tag.exceedsLimit, attributes: tag.values)
        if wants(report) { reports.append(report) }
    }

    /// The treatment of the attributes of the tag whose name was read.
    @inline(__always) var treatment: TagBuilder.Attributes {
        if tag.isEnd { return .skipped }
        if reported.contains(tag.element) { return .kept }
        switch tag.element {
        case .input: return .kept
        case .font, .annotationXML: return builder.isInForeignContent ? .kept : .hashed
        default: return tag.element.isFormatting && tag.element != .a ? .hashed : .skipped
        }
    }

    private static let noscriptName = TagName("noscript")
    private static let elementNames = NameTable(HTMLElement.allCases.dropFirst().map { ($0.rawValue, $0) })
    private static let attributeNames = NameTable(HTMLAttribute.allCases.map { ($0.rawValue, $0) })
}
