extension HTMLScanner {
    /// Reads the beginning of a tag, its name, and the end of an empty one
    /// (HTML 13.2.5.6 to 13.2.5.8, 13.2.5.40).
    mutating func stepTag(_ input: inout ByteScanner) {
        guard let byte = input.peek else { return }
        switch state {
        case .tagOpen where byte == ASCII.exclamationMark:
            input.next()
            state = .declaration
        case .tagOpen where byte == ASCII.slash:
            input.next()
            state = .endTagOpen
        case .tagOpen where byte == ASCII.questionMark:
            state = .bogusComment
        case .tagOpen, .endTagOpen:
            openTag(at: byte, &input)
        case .tagName:
            readTagName(&input)
        default:
            if input.scan(ASCII.greaterThan) {
                tag.isSelfClosing = true
                endTag()
            } else {
                state = .beforeAttributeName
            }
        }
    }

    /// Goes on after the name of the end tag of an element whose content is text.
    mutating func beginEndTag() {
        tag.begin(isEnd: true)
        state = .beforeAttributeName
    }

    /// Acts on the tag whose `>` was read.
    mutating func endTag() {
        state = .data
        guard !tag.isEnd else {
            context.end(tag.element)
            return
        }
        let opening = context.start(
            tag.element, isSelfClosing: tag.isSelfClosing, attributes: tag.attributes)
        if reported.contains(tag.element) {
            reports.append(
                HTMLTag(
                    element: tag.element, attributes: tag.attributes, offset: tag.offset,
                    placement: opening.placement, isInHead: opening.isInHead,
                    exceedsLimit: tag.exceedsLimit))
        }
        switch opening.content {
        case .markup:
            break
        case .text:
            textEnd = EndTagFinder(tag.name)
            state = .text
        case .script:
            script = .plain
            state = .script
        case .plaintext:
            state = .plaintext
        case .noscript:
            noscriptEnd = EndTagFinder(tag.name)
        }
    }

    private mutating func openTag(at byte: UInt8, _ input: inout ByteScanner) {
        let isEnd = if case .endTagOpen = state { true } else { false }
        if byte.isASCIILetter {
            tag.begin(isEnd: isEnd)
            state = .tagName
        } else if isEnd, input.scan(ASCII.greaterThan) {
            state = .data
        } else if isEnd {
            state = .bogusComment
        } else {
            context.text()
            state = .data
        }
    }

    private mutating func readTagName(_ input: inout ByteScanner) {
        for byte in input.scanUpTo(.tagNameEnd) { tag.name.append(byte) }
        guard let byte = input.next() else { return }
        tag.element = HTMLElement(tag.name)
        tag.keepsAttributes =
            !tag.isEnd
            && (reported.contains(tag.element) || context.needsAttributes(of: tag.element))
        switch byte {
        case ASCII.greaterThan: endTag()
        case ASCII.slash: state = .selfClosing
        default: state = .beforeAttributeName
        }
    }
}
