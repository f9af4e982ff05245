import HTML
import Testing

/// What the tree construction makes of tags that are out of place: the document, and the links of it
/// that a browser has, those in `head` with an `h` before them.
@Suite struct HTMLTreeBuilderTests {
    @Test(
        arguments: [
            // Text that is none, and text that begins the body.
            ("<head>&#32;&Tab;&NewLine;&#x0c;<link href=a>", ["ha"]), ("<head>&#00000000032<link href=a>", ["ha"]),
            ("<head>&nbsp;<link href=a>", ["a"]), ("<head>&Tab<link href=a>", ["a"]), ("<head>\0<link href=a>", ["a"]),
            ("</p><link href=a></br><link href=b>", ["ha", "b"]),
            // Framesets take the place of the body, with all that is in it, until something is seen.
            ("<link href=a><p><link href=b></p><frameset><link href=c>", ["ha"]),
            ("<p>x<link href=a><frameset><link href=b>", ["a", "b"]),
            ("<template></template><p><link href=a><frameset><link href=b>", ["a", "b"]),
            ("<input type=hidden><link href=a><frameset>", []), ("<input type=text><link href=a><frameset>", ["a"]),
            ("<frameset></frameset><link href=a></html><link href=b>", []),
            ("<frameset><noframes><link href=a></noframes>", []),
            // Tables.
            ("<table><link href=a><tr><link href=b><td><link href=c></table><link href=d>", ["a", "b", "c", "d"]),
            ("<table><colgroup><template><link href=a></template><col><link href=b>", ["b"]),
            ("<table><td><svg></table><link href=a>", ["a"]), ("<table><td><svg></td><link href=a>", ["a"]),
            ("<table><caption><svg></caption><link href=a>", ["a"]), ("<svg><td></td><link href=a>", []),
            // What is open in SVG and MathML, and around them.
            ("<div><svg><g></div><link href=a>", ["a"]), ("<svg></div><link href=a>", []),
            ("<svg><svg></svg><link href=a></svg><link href=b>", ["b"]), ("<p><svg></p><link href=a>", ["a"]),
            ("<svg><desc></svg><link href=a>", ["a"]), ("<svg><title><title></title><link href=a>", ["a"]),
            ("<math><annotation-xml></math><link href=a>", ["a"]), ("<b><math><annotation-xml></b><link href=a>", []),
            ("<svg><title><![CDATA[<link href=a>]]><link href=b>", ["b"]), ("<svg/><link href=a>", ["a"]),
            ("<svg a=b/><link href=a>", []), ("<svg a=\"b\"/><link href=a>", ["a"]),
            // Formatting elements, which are opened again.
            ("<b><p><svg></b><link href=a></p>", ["a"]), ("<a><svg></a><link href=a>", ["a"]),
            ("<a><p><svg><desc></a><link href=a>", ["a"]), ("<b><button><svg></b><link href=a>", ["a"]),
            ("<b><object><svg></b><link href=a>", []), ("<font><p></font><svg></font><link href=a>", []),
            ("<font><p></p></font><font><svg></font><link href=a>", ["a"]),
            // `select`, which may hold anything since 2025.
            ("<select><link href=a></select><link href=b>", ["a", "b"]),
            ("<select><plaintext></select><link href=a>", []), ("<select><svg><select><link href=a>", []),
            ("<select><svg><p></select><link href=a>", ["a"]), ("<select><svg><desc><input><link href=a>", ["a"]),
            ("<select><svg><input><link href=a>", []), ("<select><b><input><svg></b><link href=a>", ["a"]),
            // Templates.
            ("<template><td></template><link href=a>", ["ha"]),
            ("<div><template></div><link href=a></template><link href=b>", ["b"]),
            ("<table><template><tr><td></table><link href=a></template><link href=b>", ["b"]),
            ("</template><link href=a>", ["ha"]),
            // After the end.
            ("</body></html> <link href=a>", ["a"]), ("<body></body><svg><link href=a>", []),
        ] as [(String, [String])]) func followsTheStandard(html: String, links: [String])
    {
        for chunkSize in [Int.max, 1] {
            var scanner = HTMLScanner(reporting: [.link])
            let bytes = Array(html.utf8)
            let tags = stride(from: 0, to: bytes.count, by: min(chunkSize, bytes.count)).flatMap {
                scanner.scan(Array(bytes[$0...].prefix(chunkSize)))
            }
            let found = tags.filter { $0.placement == .document && !scanner.isGone($0) }
            #expect(
                found.map { ($0.isInHead ? "h" : "") + ($0.text(.href) ?? "") } == links,
                "\(html) in pieces of \(chunkSize)")
        }
    }
}
