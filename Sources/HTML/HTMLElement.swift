/// The elements that HTML's tree construction distinguishes, with their tag names.
///
/// The standard treats all other elements alike; they are ``other``.
package enum HTMLElement: String, CaseIterable, Sendable {
    case other = ""
    case html, head, body, frameset, frame
    case base, basefont, bgsound, link, meta, title, style, script, noscript, template
    case iframe, noembed, noframes, plaintext, textarea, xmp
    case address, article, aside, blockquote, center, details, dialog, dir, div, dl, fieldset
    case figcaption, figure, footer, header, hgroup, main, menu, nav, ol, p, search, section
    case summary, ul, pre, listing, form, li, dd, dt, h1, h2, h3, h4, h5, h6, button
    case a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u
    case applet, marquee, object
    case table, caption, colgroup, col, tbody, thead, tfoot, tr, td, th
    case area, br, embed, img, image, keygen, wbr, input, param, source, track, hr
    case select, optgroup, option
    case ruby, rb, rtc, rp, rt
    case span, sub, sup, `var`
    case svg, foreignobject, desc
    case math, mi, mo, mn, ms, mtext, annotationXML = "annotation-xml", mglyph, malignmark

    /// The number of the case, below 128.
    @inline(__always) var number: Int {
        // Safety: an enum with fewer than 256 cases without associated values is a byte that numbers them.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
}

extension HTMLElement {
    /// Whether the element ends a search for formatting and list elements (HTML 13.2.4.2, "special" category).
    @inline(__always) var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
            .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
            .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
            .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
            .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
            .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
            .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }

    /// Whether the element hides open elements around it (HTML 13.2.4.2, "in scope").
    @inline(__always) var limitsScope: Bool {
        switch self {
        case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: true
        default: false
        }
    }

    /// Whether the element ends without an end tag (HTML 13.2.6.3, "generate implied end tags").
    var hasImpliedEnd: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
        default: false
        }
    }

    /// Whether the start tag ends SVG or MathML (HTML 13.2.6.5); `font` does with some attributes.
    var endsForeignContent: Bool {
        switch self {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        default: false
        }
    }

    /// Whether the element formats text, and is reopened after a block that interrupts it (HTML 13.2.4.3, "formatting"
    /// category).
    var isFormatting: Bool {
        switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
        default: false
        }
    }

    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }
}
