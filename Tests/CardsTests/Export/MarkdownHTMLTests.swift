import Markdown
import TestSupport
import Testing

/// What people wrote, as markup that does nothing.
@Suite struct MarkdownHTMLTests {
    @Test(arguments: [
        ("**Now** ~~never~~ _so_", "<p><strong>Now</strong> <del>never</del> <em>so</em></p>\n"),
        ("a\nb", "<p>a<br />\nb</p>\n"),
        ("# One\n\n###### Six", "<h4>One</h4>\n<h6>Six</h6>\n"),
        ("1. x\n   - y", "<ol>\n<li>x\n<ul>\n<li>y</li>\n</ul>\n</li>\n</ol>\n"),
        // Raw HTML is text.
        ("a <b>b</b> <!-- c -->", "<p>a &lt;b&gt;b&lt;/b&gt; &lt;!-- c --&gt;</p>\n"),
        (
            "<script>alert(1)</script>\n\n*x*",
            "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n<p><em>x</em></p>\n"
        ),
        ("- <div onclick=x>\n", "<ul>\n<li>&lt;div onclick=x&gt;\n</li>\n</ul>\n"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;\n</p>\n"),
        // Links lead to the web and to mail.
        (
            "[a](https://example.org/?a=1&b=2 \"t\")",
            "<p><a href=\"https://example.org/?a=1&amp;b=2\" title=\"t\">a</a></p>\n"
        ),
        (
            "https://example.org a@example.org",
            "<p><a href=\"https://example.org\">https://example.org</a> "
                + "<a href=\"mailto:a@example.org\">a@example.org</a></p>\n"
        ),
        (
            "[a](HTTP://x) [b](mailto:c@d.e)",
            "<p><a href=\"HTTP://x\">a</a> <a href=\"mailto:c@d.e\">b</a></p>\n"
        ),
        ("[*a*](javascript:alert(1)) [b](java&#x73;cript:x)", "<p><em>a</em> b</p>\n"),
        (
            "[a](data:text/html,x) [b](file:///etc) [c](//x) [d](/x) [e](#x) [f]()",
            "<p>a b c d e f</p>\n"
        ),
        ("[a](\u{1}javascript:x) [b]( vbscript:x) <javascript:x>", "<p>a b javascript:x</p>\n"),
        ("[a][1]\n\n[1]: javascript:alert(1)", "<p>a</p>\n"),
        (
            "ftp://x.example/y www.example.org",
            "<p>ftp://x.example/y <a href=\"http://www.example.org\">www.example.org</a></p>\n"
        ),
        // Pictures are links: nothing is loaded.
        (
            "![alt](https://example.org/a.png)",
            "<p><a href=\"https://example.org/a.png\">alt</a></p>\n"
        ),
        (
            "![](https://example.org/a.png) ![x](data:image/png;base64,AA)",
            "<p><a href=\"https://example.org/a.png\">https://example.org/a.png</a> x</p>\n"
        ),
        (
            "[![alt](https://a.example/b)](https://c.example)",
            "<p><a href=\"https://c.example\">alt</a></p>\n"
        ),
        (
            "![[a](https://b.example)](https://c.example)",
            "<p><a href=\"https://c.example\"><a href=\"https://b.example\">a</a></a></p>\n"
        ),
        ("```html\n<b>\n```", "<pre><code class=\"language-html\">&lt;b&gt;\n</code></pre>\n"),
        (
            "```\"><script>\nx\n```",
            "<pre><code class=\"language-&quot;&gt;&lt;script&gt;\">x\n</code></pre>\n"
        ),
        ("", ""), ("\n\n", ""),
    ])
    func markup(_ text: String, _ html: String) throws {
        #expect(try MarkdownHTML(headingShift: 3).html(of: text) == html)
    }

    /// No text of the board brings more elements or attributes than these.
    @Test(arguments: 0..<20 as Range<Int>) func nothingElseComesOut(_ seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let pieces = [
            "<", ">", "script", "![", "](", ")", "[", "]", "javascript:", "https://x", "\n", "\n\n",
            "`", "```", "*", "_", "~~", "&", "#", "\"", "'", " ", "- ", "> ", "<!--", "-->",
            "<![CDATA[",
            "onerror=", "<a href=", "\\", "&lt;", "&#106;", "\u{0}", "|", "---", "data:", ":", "//",
        ]
        let markdown = try MarkdownHTML(headingShift: 3)
        for _ in 0..<rounds(200) {
            var text = ""
            for _ in 0..<40 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                text += pieces[Int(state % UInt64(pieces.count))]
            }
            let html = try #require(markdown.html(of: text))
            var rest = html[...]
            while let start = rest.firstIndex(of: "<") {
                let end = try #require(rest[start...].firstIndex(of: ">"))
                let tag = rest[start...end]
                let isPlain = tag.wholeMatch(
                    of:
                        /<\/?(p|em|strong|del|code|pre|ul|ol|li|blockquote|h[456])>|<(br|hr) \/>|<\/a>/
                )
                let isLink = tag.wholeMatch(
                    of: /<a href="(?i:https?:\/\/|mailto:)[^"<>]*"( title="[^"<>]*")?>/)
                let isOther = tag.wholeMatch(
                    of: /<(code class="language-[^"<>]*"|ol start="[0-9]+")>/)
                #expect(isPlain != nil || isLink != nil || isOther != nil, "\(tag) of \(text)")
                rest = rest[rest.index(after: end)...]
            }
        }
    }

    @Test func whatIsTooLongIsNotParsed() throws {
        let markdown = try MarkdownHTML()
        let limit = MarkdownHTML.lengthLimit
        #expect(markdown.html(of: String(repeating: "a", count: limit)) != nil)
        #expect(markdown.html(of: String(repeating: "a", count: limit + 1)) == nil)
        for nested in ["> ", "* ", "[", "![", "**a ", "<", "`", "a**b"] {
            let text = String(repeating: nested, count: limit / nested.utf8.count)
            #expect(markdown.html(of: text) != nil)
        }
    }
}
