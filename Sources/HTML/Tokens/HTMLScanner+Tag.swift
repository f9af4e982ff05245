import Scanning

extension HTMLScanner {
    /// Reads the available part of a tag (HTML 13.2.5.6 to 13.2.5.8, 13.2.5.32 to 13.2.5.40).
    mutating func readTag(_ input: inout HTMLBytes) {
        while !input.isAtEnd {
            switch state {
            case .tagOpen: guard beginTag(&input) else { return }
            case .endTagOpen: guard beginEndTag(&input) else { return }
            case .tagName:
                while !input.isAtEnd, !LowSet.tagNameEnd.contains(input.next) {
                    tag.name.append(input.next)
                    input.position &+= 1
                }
                if input.isAtEnd { return }
                endTagName()
                state = .beforeAttributeName
            case .beforeAttributeName, .afterAttributeName:
                input.scan(.whiteSpace)
                if input.isAtEnd { return }
                switch input.next {
                case ASCII.greaterThan:
                    input.position &+= 1
                    return endTag()
                case ASCII.slash:
                    input.position &+= 1
                    state = .selfClosing
                case ASCII.equals where state == .afterAttributeName:
                    input.position &+= 1
                    state = .beforeAttributeValue
                default:
                    // Even an equals sign starts a name if there is none before it.
                    readAttributeNameStart(&input)
                    state = .attributeName
                }
            case .attributeName: readAttributeName(&input)
            case .beforeAttributeValue:
                input.scan(.whiteSpace)
                if input.isAtEnd { return }
                beginValue(&input)
                if state == .data { return endTag() }
            case .doubleQuotedValue: readQuotedValue(upTo: ASCII.doubleQuote, &input)
            case .singleQuotedValue: readQuotedValue(upTo: ASCII.singleQuote, &input)
            case .unquotedValue:
                let start = input.position
                input.scanUpTo(.unquotedValueEnd)
                keepValue(from: start, input)
                // Not `selfClosing`: a slash belongs to an unquoted value.
                if !input.isAtEnd { state = .beforeAttributeName }
            case .selfClosing:
                if input.scan(ASCII.greaterThan) {
                    tag.isSelfClosing = true
                    return endTag()
                }
                state = .beforeAttributeName
            default: return
            }
        }
    }

    /// Continues after the name of the end tag of an element whose content was text.
    mutating func beginTextEndTag() {
        tag.begin(isEnd: true)
        tag.endsText = true
        state = .beforeAttributeName
    }

    /// Reads the byte after `<`, and returns whether it starts a tag.
    @inline(__always) private mutating func beginTag(_ input: inout HTMLBytes) -> Bool {
        let byte = input.next
        if byte.isASCIILetter {
            tag.begin(isEnd: false)
            state = .tagName
            return true
        }
        switch byte {
        case ASCII.slash:
            input.position &+= 1
            state = .endTagOpen
            return true
        case ASCII.exclamationMark:
            input.position &+= 1
            state = .declaration
        case ASCII.questionMark: state = .bogusComment
        default:
            builder.text(.other)
            state = .data
        }
        return false
    }

    /// Reads the byte after `</`, and returns whether it starts a tag.
    @inline(__always) private mutating func beginEndTag(_ input: inout HTMLBytes) -> Bool {
        if input.next.isASCIILetter {
            tag.begin(isEnd: true)
            state = .tagName
            return true
        }
        state = input.scan(ASCII.greaterThan) ? .data : .bogusComment
        return false
    }

    @inline(__always) mutating func endTagName() {
        tag.element = elements.value(of: tag.name) ?? .other
        let treatment = treatment
        if treatment != .skipped { tag.treatAttributes(treatment) }
    }

    /// Handles the tag whose `>` was read.
    @inline(__always) mutating func endTag() {
        state = .data
        if tag.isEnd {
            // An element whose content is text was never opened.
            if tag.endsText { return }
            builder.end(tag.element, nameHash: tag.nameHash)
        } else {
            open()
        }
    }

    @inline(__always) private mutating func readAttributeNameStart(_ input: inout HTMLBytes) {
        if tag.treatment != .skipped { tag.attributeName.append(input.next) }
        input.position &+= 1
    }

    @inline(__always) private mutating func readAttributeName(_ input: inout HTMLBytes) {
        if tag.treatment == .skipped {
            input.scanUpTo(.attributeNameEnd)
        } else {
            while !input.isAtEnd, !LowSet.attributeNameEnd.contains(input.next) {
                tag.attributeName.append(input.next)
                input.position &+= 1
            }
            if !input.isAtEnd { tag.endAttributeName(attributes) }
        }
        guard !input.isAtEnd else { return }
        state = .afterAttributeName
    }

    /// Reads an optional quotation mark before a value.
    @inline(__always) private mutating func beginValue(_ input: inout HTMLBytes) {
        switch input.next {
        case ASCII.doubleQuote:
            input.position &+= 1
            state = .doubleQuotedValue
        case ASCII.singleQuote:
            input.position &+= 1
            state = .singleQuotedValue
        case ASCII.greaterThan:
            input.position &+= 1
            state = .data
        default: state = .unquotedValue
        }
    }

    @inline(__always) private mutating func readQuotedValue(upTo quote: UInt8, _ input: inout HTMLBytes) {
        let start = input.position
        input.scanUpTo(quote)
        keepValue(from: start, input)
        guard !input.isAtEnd else { return }
        input.position &+= 1
        // The same characters may follow a quoted value and precede a name.
        state = .beforeAttributeName
    }

    @inline(__always) private mutating func keepValue(from start: Int, _ input: HTMLBytes) {
        guard tag.treatment != .skipped else { return }
        // Safety: both positions are within the bytes, and the piece is copied immediately.
        tag.append(UnsafeBufferPointer(start: input.bytes + start, count: input.position - start))
    }
}
