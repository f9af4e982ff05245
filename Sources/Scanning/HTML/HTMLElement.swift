/// The elements whose tags a scanner reports, or needs to know to read what follows them.
package enum HTMLElement: Hashable, Sendable {
    case html, head, body
    case base, link, meta, otherMetadata
    case script, style, title, textarea, iframe, noembed, noframes, xmp, noscript, plaintext
    case template
    case svg, math
    case foreignObject, desc
    case annotationXML, mathText
    case font, paragraph, lineBreak, otherBreakout
    case other

    init(_ name: ShortName) {
        self = Self.named[name] ?? .other
    }

    private static let named: [ShortName: HTMLElement] = {
        var elements: [ShortName: HTMLElement] = [
            ShortName("html"): .html, ShortName("head"): .head, ShortName("body"): .body,
            ShortName("base"): .base, ShortName("link"): .link, ShortName("meta"): .meta,
            ShortName("basefont"): .otherMetadata, ShortName("bgsound"): .otherMetadata,
            ShortName("script"): .script, ShortName("style"): .style,
            ShortName("title"): .title, ShortName("textarea"): .textarea,
            ShortName("iframe"): .iframe, ShortName("noembed"): .noembed,
            ShortName("noframes"): .noframes, ShortName("xmp"): .xmp,
            ShortName("noscript"): .noscript, ShortName("plaintext"): .plaintext,
            ShortName("template"): .template,
            ShortName("svg"): .svg, ShortName("math"): .math,
            ShortName("foreignobject"): .foreignObject, ShortName("desc"): .desc,
            ShortName("annotation-xml"): .annotationXML,
            ShortName("font"): .font, ShortName("p"): .paragraph, ShortName("br"): .lineBreak,
        ]
        for name: StaticString in ["mi", "mo", "mn", "ms", "mtext"] {
            elements[ShortName(name)] = .mathText
        }
        for name in breakouts { elements[ShortName(name)] = .otherBreakout }
        return elements
    }()

    /// The start tags that end foreign content, beside those with a case of their own
    /// (HTML 13.2.6.5).
    private static let breakouts: [StaticString] = [
        "b", "big", "blockquote", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
        "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "li", "listing", "menu",
        "nobr", "ol", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup",
        "table", "tt", "u", "ul", "var",
    ]
}
