import HTML
import Testing

/// Every context in which a link does or does not count: the document, and the links that are found,
/// as `href`, or `href (placement)` outside the document proper.
@Suite struct HTMLScannerTests {
    @Test(
        arguments: [
            // Text, and what only looks like a tag.
            ("plain text", []), ("<link href=a>", ["a"]), ("<LINK HREF=a>", ["a"]), ("a < link href=a>", []),
            ("<<link href=a>", ["a"]), ("<1 link href=a><link href=b>", ["b"]),
            ("<links href=a><lin href=b><link-x href=c>", []), ("</link href=a><link href=b>", ["b"]),
            ("<><link href=a>", ["a"]), ("</><link href=a>", ["a"]), ("<link", []), ("<link href=\"a>", []),
            ("<a-name-longer-than-sixteen-bytes href='>'><link href=a>", ["a"]),
            // Comments, document types, bogus comments.
            ("<!-- <link href=a> --><link href=b>", ["b"]), ("<!--><link href=a>", ["a"]),
            ("<!---><link href=a>", ["a"]), ("<!----><link href=a>", ["a"]), ("<!-- --!><link href=a>", ["a"]),
            ("<!-- --!-><link href=a>--><link href=b>", ["b"]), ("<!-- - -- --- > ---><link href=a>", ["a"]),
            ("<!-- -- ><link href=a>--><link href=b>", ["b"]), ("<!-- <!-- --><link href=a>", ["a"]),
            ("<!-- <!--><link href=a>", ["a"]), ("<!--", []), ("<!-x><link href=a>", ["a"]),
            ("<!-><link href=a>", ["a"]), ("<!><link href=a>", ["a"]), ("<!doctype html><link href=a>", ["a"]),
            ("<!DOCTYPE html PUBLIC \">\"><link href=a>", ["a"]), ("<?php echo '<link href=a>' ?><link href=b>", ["b"]),
            ("</1<link href=a><link href=b>", ["b"]), ("<![CDATA[ > <link href=a> ]]><link href=b>", ["a", "b"]),
            ("<![CDAT[ > <link href=a>", ["a"]),
            // Elements whose content is text.
            ("<title><link href=a></title><link href=b>", ["b"]),
            ("<textarea><link href=a></TEXTAREA\n><link href=b>", ["b"]),
            ("<style><!--</style><link href=a>--></style>", ["a"]),
            ("<xmp></xm></xmpp><link href=a></xmp/><link href=b>", ["b"]),
            ("<iframe><link href=a></iframe x='</iframe>'><link href=b>", ["b"]),
            ("<noembed><link href=a></noembed><link href=b>", ["b"]),
            ("<noframes><link href=a></noframes><link href=b>", ["b"]), ("<title><</title><link href=a>", ["a"]),
            ("<title></<</</title><link href=a>", ["a"]), ("<title/><link href=a></title><link href=b>", ["b"]),
            ("<plaintext></plaintext><link href=a>", []),
            // Scripts, and the scripts in their comments.
            ("<script>'<link href=a>'</script><link href=b>", ["b"]),
            ("<script/><link href=a></script><link href=b>", ["b"]),
            ("<script></scriptx></script ><link href=a>", ["a"]),
            ("<script><!--</script><link href=a>--></script>", ["a"]),
            ("<script><!--<script></script><link href=a>--></script><link href=b>", ["b"]),
            ("<script><!--<script </script><link href=a></script><link href=b>", ["b"]),
            ("<script><!--<scripty></script><link href=a>", ["a"]),
            ("<script><!--<script></scripty></script><link href=a></script><link href=b>", ["b"]),
            ("<script><!--<script>--></script><link href=a>", ["a"]),
            ("<script><!--><script></script><link href=a>", ["a"]),
            ("<script><!-<script></script><link href=a>", ["a"]),
            ("<script><!--<<script></script><link href=a></script><link href=b>", ["b"]),
            ("<script><!--<script><</script></script><link href=a>", ["a"]),
            ("<script><!-- - -- </script><link href=a>", ["a"]),
            // noscript: a browser with scripting reads it as text, so links in it are marked.
            ("<noscript><link href=a></noscript><link href=b>", ["a (noscript)", "b"]),
            ("<noscript><!-- </noscript><link href=a> -->", ["a"]),
            ("<noscript><title></noscript><link href=a>", ["a"]),
            ("<noscript><link href='</noscript><link href=b>", ["b"]),
            ("<noscript></noscripty><link href=a></NOSCRIPT/><link href=b>", ["a (noscript)", "b"]),
            ("<noscript><noscript><link href=a></noscript><link href=b>", ["a (noscript)", "b"]),
            ("<noscript><svg></noscript><link href=a>", ["a"]),
            ("<noscript><svg><link href=a></noscript><link href=b>", ["a (foreign)", "b"]),
            // Templates.
            ("<template><link href=a></template><link href=b>", ["a (template)", "b"]),
            ("<template><template></template><link href=a></template><link href=b>", ["a (template)", "b"]),
            ("</template><link href=a>", ["a"]),
            ("<template><script></template></script><link href=a>", ["a (template)"]),
            ("<template><noscript><link href=a>", ["a (template)"]), ("<template><svg></template><link href=a>", ["a"]),
            ("<svg><desc><template></svg><link href=a>", ["a (template)"]),
            // SVG and MathML.
            ("<svg><link href=a></svg><link href=b>", ["a (foreign)", "b"]), ("<svg/><link href=a>", ["a"]),
            ("<svg><style><link href=a></style></svg><link href=b>", ["a (foreign)", "b"]),
            ("<svg><script></svg><link href=a>", ["a"]),
            ("<svg><![CDATA[<link href=a>]]]><link href=b></svg>", ["b (foreign)"]),
            ("<svg><![CDATA[ ] ]> ]]x]]><link href=a>", ["a (foreign)"]), ("<svg><p><link href=a>", ["a"]),
            ("<svg></p><link href=a>", ["a"]), ("<svg><font><link href=a>", ["a (foreign)"]),
            ("<svg><font size=1><link href=a>", ["a"]),
            ("<svg><title><link href=a></title><link href=b>", ["a", "b (foreign)"]),
            ("<svg><foreignObject><link href=a></foreignObject>", ["a"]),
            ("<svg><desc/><link href=a>", ["a (foreign)"]),
            ("<math><mi><link href=a></mi><link href=b>", ["a", "b (foreign)"]),
            ("<math><annotation-xml><link href=a>", ["a (foreign)"]),
            ("<math><annotation-xml encoding=TEXT/html><link href=a>", ["a"]),
            ("<math><annotation-xml encoding=application/xhtml+xml><link href=a>", ["a"]),
            ("<math><svg><title><link href=a>", ["a (foreign)"]),
            ("<math><annotation-xml><svg><title><link href=a>", ["a"]), ("<math><title><link href=a>", ["a (foreign)"]),
        ] as [(String, [String])]) func findsTheLinksOfEveryContext(html: String, links: [String])
    { #expect(linksFound(in: html) == links) }

    @Test(arguments: [
        ("<link href=a>", "a"), ("<link href='a'>", "a"), ("<link href=\"a\">", "a"), ("<link href = \n a>", "a"),
        ("<link href=a/>", "a/"), ("<link href=a />", "a"), ("<link/href=a>", "a"), ("<link//href='a'/rel=b>", "a"),
        ("<link rel=x href=\"a\"rel='y'>", "a"), ("<link href=a href=b>", "a"), ("<link HREF=a href=b>", "a"),
        ("<link href href=b>", ""), ("<link href>", ""), ("<link href=>", ""), ("<link href= >", ""),
        ("<link =href=b href=a>", "a"), ("<link href==a>", "=a"), ("<link href=a\"b'c<d`>", "a\"b'c<d`"),
        ("<link title='>' href=a>", "a"), ("<link href='a\"b'>", "a\"b"), ("<link href='a\0b'>", "a\u{FFFD}b"),
        ("<link href='a\r\nb\rc\nd'>", "a\nb\nc\nd"), ("<link href='&amp;&#38;&#x26;&#X26&#38'>", "&&&&&"),
        ("<link href='?a=1&copy=2&copy;&copyx&copy'>", "?a=1&copy=2©&copyx©"), ("<link href=?a&lt>", "?a<"),
        ("<link href='&notit;&not;&notin;'>", "&notit;¬∉"),
        ("<link href='&NotEqualTilde;&CounterClockwiseContourIntegral;'>", "≂̸∳"),
        ("<link href='&nosuch;&;&#;&#x;&'>", "&nosuch;&;&#;&#x;&"),
        ("<link href='&#0;&#xD800;&#x110000;&#99999999999;'>", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("<link href='&#x80;&#150;&#x81;'>", "€–\u{81}"), ("<link href='&Tab;&NewLine;'>", "\t\n"),
        ("<link\u{B}href=b href=a>", nil),
    ]) func readsAttributeValues(html: String, value: String?) {
        var scanner = HTMLScanner(reporting: [.link])
        #expect(scanner.scan(Array(html.utf8)).first?.text(.href) == value)
    }

    /// Whether a link is a child of `head`, by what stands before it.
    @Test(arguments: [
        ("", true), ("\u{FEFF} <!doctype html><!-- --> <html> <head>\n", true),
        ("<head><title>x</title><meta><script>y</script><style></style><template>z</template>", true),
        ("<noscript><p>x</noscript>", true), ("</p></title>", true), ("<head></head> ", true),
        ("</head><script></script>", true), ("<head></head><html>", true), ("x", false), ("\u{FEFF}x", false),
        (" \u{FEFF}", false), ("< ", false), ("<head>x</head>", false), ("<head><div>", false), ("<svg/>", false),
        ("<body>", false), ("<head></head><noscript></noscript>", false), ("<head></head></body>", false),
        ("<br>", false), ("</br>", false),
    ]) func tellsWhatIsInHead(start: String, isInHead: Bool) {
        for chunkSize in [1, Int.max] {
            let tags = tagsFound(in: Array("\(start)<link>".utf8), chunkSize: chunkSize)
            #expect(tags.map(\.isInHead) == [isInHead])
        }
    }

    @Test func tellsWhereATagBegins() {
        var scanner = HTMLScanner(reporting: [.link, .base])
        let tags =
            scanner.scan(Array("é<link><no".utf8)) + scanner.scan(Array("script>x<link></noscript><ba".utf8))
            + scanner.scan(Array("se>".utf8))
        #expect(tags.map(\.offset) == [2, 19, 36])
    }

    @Test func reportsOnlyWhatIsAskedFor() {
        var scanner = HTMLScanner(reporting: [.meta])
        let tags = scanner.scan(Array("<link href=a><META charset=utf-8><base href=b>".utf8))
        #expect(tags.map(\.element) == [.meta])
        #expect(tags.first?.text(.charset) == "utf-8")
    }

    @Test func dropsAnAttributeBeyondTheLimit() {
        let long = String(repeating: "x", count: HTMLScanner.attributeLimit)
        var scanner = HTMLScanner(reporting: [.link])
        let tags = scanner.scan(Array("<link href='\(long)'><link href='\(long)x' rel=icon><link href=a>".utf8))
        #expect(tags.map(\.exceedsLimit) == [false, true, false])
        #expect(tags.map { $0.source(.href)?.count } == [long.utf8.count, 0, 1])
        #expect(tags[1].text(.rel) == "icon")
    }
}

/// The links of a document, read in pieces of the given size; whole by default.
func linksFound(in html: String, chunkSize: Int = .max) -> [String] {
    tagsFound(in: Array(html.utf8), chunkSize: chunkSize).map { tag in
        let href = tag.text(.href) ?? "-"
        return tag.placement == .document ? href : "\(href) (\(tag.placement))"
    }
}

/// The tags that are reported when the bytes come in pieces of the given size.
func tagsFound(in bytes: [UInt8], chunkSize: Int) -> [HTMLTag] {
    var scanner = HTMLScanner(reporting: [.link])
    return stride(from: 0, to: bytes.count, by: min(chunkSize, max(bytes.count, 1))).flatMap {
        scanner.scan(Array(bytes[$0...].prefix(chunkSize)))
    }
}
