extension HTMLTreeBuilder {
    /// Start tags in the mode "in body" (HTML 13.2.6.4.7).
    mutating func startInBody(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .other, .span, .sub, .sup, .var, .ruby, .foreignobject, .desc, .mi, .mo, .mn, .ms, .mtext, .annotationXML,
            .mglyph, .malignmark:
            reopenFormatting()
            push(tag)
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary,
            .ul:
            closeParagraph()
            push(tag)
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: startFormatting(tag)
        case .li, .dd, .dt: startListItem(tag)
        case .area, .br, .embed, .img, .image, .keygen, .wbr:
            reopenFormatting()
            allowsFrameset = false
        case .input:
            if let select = open.positionInScope(.select) { pop(to: select) }
            reopenFormatting()
            if !tag.isHiddenInput { allowsFrameset = false }
        case .param, .source, .track: break
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if let current = open.current, current.namespace == .html, current.element.isHeading { pop() }
            push(tag)
        case .base, .basefont, .bgsound, .link, .meta, .title, .noframes, .style, .script, .template:
            return startMetadata(tag) ?? .element
        case .table:
            // In quirks mode a paragraph stays open, which does not affect links.
            closeParagraph()
            push(tag)
            allowsFrameset = false
            mode = .inTable
        case .button:
            if let button = open.positionInScope(.button) { pop(to: button) }
            reopenFormatting()
            push(tag)
            allowsFrameset = false
        case .form: return startForm(tag)
        case .select, .option, .optgroup, .hr: return startSelecting(tag)
        case .svg, .math:
            reopenFormatting()
            return startForeign(tag, in: tag.element == .svg ? .svg : .mathML)
        case .textarea, .iframe, .noembed, .noscript, .xmp, .plaintext: return startText(tag)
        case .pre, .listing:
            closeParagraph()
            push(tag)
            ignoresLineFeed = true
            allowsFrameset = false
        case .applet, .marquee, .object:
            reopenFormatting()
            push(tag)
            formatting.pushMarker()
            allowsFrameset = false
        case .rb, .rtc, .rp, .rt:
            if open.positionInScope(.ruby) != nil {
                let keeps = tag.element == .rb || tag.element == .rtc ? nil : HTMLElement.rtc
                generateImpliedEndTags(except: keeps)
            }
            push(tag)
        case .body: if isBodySecond, !isInTemplate { allowsFrameset = false }
        case .frameset: return startFrameset(tag)
        case .html, .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: return .none
        }
        return .element
    }

    mutating func endInBody(_ element: HTMLElement, _ nameHash: UInt32) {
        switch element {
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
            .select, .summary, .ul, .dd, .dt:
            if let position = open.positionInScope(element) { pop(to: position) }
        case .p: closeParagraph()
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: endFormatting(element)
        case .li: if let position = open.positionInListItemScope(element) { pop(to: position) }
        case .h1, .h2, .h3, .h4, .h5, .h6: if let position = open.headingInScope { pop(to: position) }
        case .form: endForm()
        case .applet, .marquee, .object:
            guard let position = open.positionInScope(element) else { return }
            pop(to: position)
            formatting.clearToMarker()
        case .br:
            reopenFormatting()
            allowsFrameset = false
        case .body, .html:
            if open.positionInScope(.body) == nil { return }
            mode = element == .body ? .afterBody : .afterAfterBody
        case .template: endTemplate()
        default: if let position = open.positionOfOrdinary(element, identity: nameHash) { pop(to: position) }
        }
    }

    /// Start tags in the modes "after body" and "after after body" (HTML 13.2.6.4.19).
    mutating func startAfterBody(_ tag: StartTag) -> Opening {
        if tag.element == .html { return .element }
        mode = .inBody
        return startInBody(tag)
    }

    mutating func endAfterBody(_ element: HTMLElement, _ nameHash: UInt32) {
        if mode == .afterBody, element == .html {
            mode = .afterAfterBody
        } else {
            mode = .inBody
            endInBody(element, nameHash)
        }
    }

    /// Closes a `p` before a block.
    @inline(__always) mutating func closeParagraph() {
        if let paragraph = open.paragraphInButtonScope { pop(to: paragraph) }
    }

    private var isBodySecond: Bool { open.count > 1 && open[2].element == .body }

    /// Opens a list item, and ends the previous one unless it is in another list.
    private mutating func startListItem(_ tag: StartTag) {
        allowsFrameset = false
        let stop = open.listStop
        if stop > 0, open[stop].namespace == .html {
            let isItem =
                tag.element == .li ? open[stop].element == .li : open[stop].element == .dd || open[stop].element == .dt
            if isItem { pop(to: stop) }
        }
        closeParagraph()
        push(tag)
    }

    private mutating func startForm(_ tag: StartTag) -> Opening {
        if isInForm, !isInTemplate { return .none }
        closeParagraph()
        push(tag)
        if !isInTemplate { isInForm = true }
        return .element
    }

    private mutating func endForm() {
        if !isInTemplate {
            guard isInForm else { return }
            isInForm = false
        }
        guard let position = open.positionInScope(.form) else { return }
        if isInTemplate {
            pop(to: position)
        } else {
            // Elements that are open in the form stay open.
            generateImpliedEndTags()
            removeOpen(at: position)
        }
    }

    /// Opens `select` and its content, which may be any element (HTML 13.2.6.4.7, since 2025).
    private mutating func startSelecting(_ tag: StartTag) -> Opening {
        let select = open.positionInScope(.select)
        switch tag.element {
        case .select:
            if let select {
                pop(to: select)
                return .none
            }
            reopenFormatting()
            push(tag)
            allowsFrameset = false
        case .hr:
            closeParagraph()
            if select != nil { generateImpliedEndTags() }
            allowsFrameset = false
        default:
            if select != nil {
                generateImpliedEndTags(except: tag.element == .option ? .optgroup : nil)
            } else if open.isCurrent(.option) {
                pop()
            }
            reopenFormatting()
            push(tag)
        }
        return .element
    }

    private mutating func startText(_ tag: StartTag) -> Opening {
        switch tag.element {
        case .noscript where isScripting: return .text(.noscript)
        case .noscript:
            reopenFormatting()
            push(tag)
            return .element
        case .noembed: return .text(.plain)
        case .xmp:
            closeParagraph()
            reopenFormatting()
        case .plaintext:
            closeParagraph()
            return .text(.toTheEnd)
        default: break
        }
        allowsFrameset = false
        return .text(.plain)
    }

    /// Replaces the body with a frameset if no content was seen yet.
    private mutating func startFrameset(_ tag: StartTag) -> Opening {
        guard isBodySecond, allowsFrameset else { return .none }
        pop(to: 2)
        push(tag)
        mode = .inFrameset
        return .element
    }
}
