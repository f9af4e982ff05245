import Scanning

/// Finds tags in HTML as a browser does, in bytes that come in pieces of any size.
///
/// It is the standard's tokenizer (HTML 13.2.5) without the tokens nobody asked for, and its tree
/// construction without the tree: text, comments and uninteresting tags are read over and nothing
/// is kept of them. What it returns does not depend on where the input is cut. The input is in
/// UTF-8 or another encoding in which ASCII bytes stand for themselves.
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

    /// Which elements are reported.
    private let reported: ElementSet
    private let wants: @Sendable (HTMLTag) -> Bool
    let elements = HTMLScanner.elementNames
    let attributes = HTMLScanner.attributeNames

    var state = State.data
    var tag = TagBuilder()
    var builder = HTMLTreeBuilder()
    /// How much of what is looked for was read: an end tag, or `[CDATA[`.
    var matched = 0
    var script = ScriptState.plain
    /// The name that is read in a script.
    var scriptName = TagName()
    /// A character reference in text, where it matters whether it is white space.
    var reference = TextReference()
    /// What is open outside of the `noscript` that is read, if one is.
    private var outside: HTMLTreeBuilder?
    /// How much of the end tag of `noscript` was read.
    private var noscriptMatched = 0
    private var reports: [HTMLTag] = []
    /// The offset in the whole input of the first byte of the piece that is read.
    private var origin = 0
    /// How much of a byte order mark was read.
    private var markMatched = 0
    /// The offset of the tag that put a frameset in the place of the body.
    private var frameset: Int?

    /// Reports the start tags of some elements, those that the caller wants: of the others nothing
    /// is kept.
    package init(
        reporting elements: Set<HTMLElement>,
        where wants: @escaping @Sendable (HTMLTag) -> Bool = { _ in true }
    ) {
        reported = ElementSet(elements)
        self.wants = wants
    }

    /// Reads the next piece of the input.
    ///
    /// - Returns: the start tags that end in it.
    package mutating func scan(_ chunk: [UInt8]) -> [HTMLTag] { scan(chunk.span) }

    /// Reads the next piece of the input, which is only lent.
    ///
    /// - Returns: the start tags that end in it.
    package mutating func scan(_ chunk: Span<UInt8>) -> [HTMLTag] {
        chunk.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            // Safety: the bytes are not used after the closure.
            var input = HTMLBytes(first, from: 0, to: buffer.count)
            while !input.isAtEnd {
                if outside == nil { step(&input) } else { scanNoscript(&input) }
            }
        }
        origin += chunk.count
        defer { reports = [] }
        return reports
    }

    /// Whether a tag that was reported turned out to be for nothing: a frameset has taken the place of
    /// the body, with all that was in it (HTML 13.2.6.4.7, `frameset`).
    package func isGone(_ tag: HTMLTag) -> Bool {
        guard let frameset else { return false }
        return !tag.isInHead && tag.offset < frameset
    }

    /// Whether `head` has ended: no tag that comes will be in it.
    package var isPastHead: Bool { (outside ?? builder).isPastHead }

    /// The place in the grammar where the next byte belongs.
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

    /// Reads some bytes of the current state, or moves to the state to which the next byte belongs.
    @inline(__always)
    private mutating func step(_ input: inout HTMLBytes) {
        switch state {
        case .data:
            if origin &+ input.position == markMatched { skipByteOrderMark(&input) }
            if builder.awaitsText, !input.isAtEnd { readText(&input) }
            if state == .data { readMarkup(&input) }
        case .tagOpen, .endTagOpen, .tagName, .beforeAttributeName, .attributeName,
            .afterAttributeName, .beforeAttributeValue, .doubleQuotedValue, .singleQuotedValue,
            .unquotedValue, .selfClosing:
            readTag(&input)
        case .declaration, .declarationDash, .sectionOpening, .bogusComment, .section,
            .sectionEndBracket, .sectionEnd:
            readDeclaration(&input)
        case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd,
            .commentEndBang:
            readComment(&input)
        case .reference:
            readReference(&input)
        case .text:
            if scanEndTag(of: tag.name, &matched, &input) { beginTextEndTag() }
        case .script:
            readScript(&input)
        case .plaintext:
            input.position = input.end
        }
    }

    /// Reads over a byte order mark at the very beginning, which is no text.
    private mutating func skipByteOrderMark(_ input: inout HTMLBytes) {
        while markMatched < 3, input.next == [0xEF, 0xBB, 0xBF][markMatched] {
            markMatched += 1
            input.position += 1
            if input.isAtEnd { return }
        }
    }

    /// Reads over text and plain tags up to something else.
    @inline(__always)
    private mutating func readMarkup(_ input: inout HTMLBytes) {
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
    /// It ends at the first `</noscript`, whatever is open then, because to a browser with scripting
    /// it is text. Its tags are reported as a browser without scripting would see them.
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

    /// Looks for the end tag of an element whose content is text (HTML 13.2.5.9 to 13.2.5.14),
    /// wherever the input is cut.
    ///
    /// - Returns: whether it was found; then all but what follows its name was read.
    private func scanEndTag(
        of name: TagName, _ matched: inout Int, _ input: inout HTMLBytes
    ) -> Bool {
        while !input.isAtEnd {
            switch matched {
            case 0:
                input.scanUpTo(ASCII.lessThan)
                if input.scan(ASCII.lessThan) { matched = 1 }
                continue
            case 1 where input.next == ASCII.slash:
                break
            case 2..<(name.count + 2) where input.next.asciiLowercased == name[matched - 2]:
                break
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

    /// Acts on the start tag whose `>` was read.
    @inline(__always)
    mutating func open() {
        // Told apart here, not in the tag, which would be copied for that.
        let start =
            tag.treatment == .skipped
            ? StartTag(
                element: tag.element, nameHash: tag.nameHash, isSelfClosing: tag.isSelfClosing)
            : tag.startWithAttributes
        let opening = builder.start(start)
        if tag.element == .frameset, outside == nil, builder.mode == .inFrameset {
            frameset = frameset ?? tag.offset
        }
        if tag.treatment == .kept, reported.contains(tag.element) { report(opening) }
        guard case .text(let content) = opening else { return }
        switch content {
        case .plain:
            matched = 0
            state = .text
        case .script:
            script = .plain
            state = .script
        case .toTheEnd:
            state = .plaintext
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
        default:
            placement =
                builder.isInTemplate ? .template : outside == nil ? .document : .noscript
        }
        let isInHead = if case .childOfHead = opening { outside == nil } else { false }
        let report = HTMLTag(
            element: tag.element, offset: tag.offset, placement: placement, isInHead: isInHead,
            exceedsLimit: tag.exceedsLimit, attributes: tag.values)
        if wants(report) { reports.append(report) }
    }

    /// What is to be done with the attributes of the tag whose name was read.
    @inline(__always)
    var treatment: TagBuilder.Attributes {
        if tag.isEnd { return .skipped }
        if reported.contains(tag.element) { return .kept }
        switch tag.element {
        case .input: return .kept
        case .font, .annotationXML: return builder.isInForeignContent ? .kept : .hashed
        default: return tag.element.isFormatting && tag.element != .a ? .hashed : .skipped
        }
    }

    private static let noscriptName = TagName("noscript")
    private static let elementNames = NameTable(
        HTMLElement.allCases.dropFirst().map { ($0.rawValue, $0) })
    private static let attributeNames = NameTable(HTMLAttribute.allCases.map { ($0.rawValue, $0) })
}
