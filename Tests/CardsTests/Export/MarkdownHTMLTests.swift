import TestSupport
import Testing

@testable import Cards

/// What people wrote, as markup that does nothing.
@Suite struct MarkdownHTMLTests {
    @Test(arguments: [
        ("**Now** ~~never~~ _so_", "<p><strong>Now</strong> <del>never</del> <em>so</em></p>\n"),
        ("a\nb", "<p>a<br />\nb</p>\n"), ("# One\n\n###### Six", "<h4>One</h4>\n<h5>Six</h5>\n"),
        ("1. x\n   - y", "<ol>\n<li>x\n<ul>\n<li>y</li>\n</ul>\n</li>\n</ol>\n"),
        // Raw HTML is text.
        ("a <b>b</b> <!-- c -->", "<p>a &lt;b&gt;b&lt;/b&gt; &lt;!-- c --&gt;</p>\n"),
        ("<script>alert(1)</script>\n\n*x*", "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n<p><em>x</em></p>\n"),
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
        ), ("[a](HTTP://x) [b](mailto:c@d.e)", "<p><a href=\"HTTP://x\">a</a> <a href=\"mailto:c@d.e\">b</a></p>\n"),
        (
            "[*a*](javascript:alert(1)) [b](java&#x73;cript:x)",
            "<p><em>a</em> (javascript:alert(1)) b (javascript:x)</p>\n"
        ),
        (
            "[a](data:text/html,x) [b](file:///etc) [c](//x) [d](/x) [e](#x) [f]()",
            "<p>a (data:text/html,x) b (file:///etc) c (//x) d (/x) e (#x) f</p>\n"
        ),
        (
            "[a](\u{1}javascript:x) [b]( vbscript:x) <javascript:x>",
            "<p>a (\u{1}javascript:x) b (vbscript:x) javascript:x</p>\n"
        ), ("[a][1]\n\n[1]: javascript:alert(1)", "<p>a (javascript:alert(1))</p>\n"),
        ("[call](tel:+491234) [x](TEL:1)", "<p><a href=\"tel:+491234\">call</a> <a href=\"TEL:1\">x</a></p>\n"),
        ("[a](slack://c \"the title\")", "<p>a (slack://c, the title)</p>\n"),
        // What Trello's editor makes of a pasted link, and its marks.
        (
            "[Figma]([https://f.example/a?b=7](https://f.example/a?b=7 \"smartCard-inline\"))",
            "<p><a href=\"https://f.example/a?b=7\">Figma</a>)</p>\n"
        ),
        (
            "[Figma]([https://f.example/a?b=7](https://f.example/a?b=7 \"smartCard-inline\")",
            "<p><a href=\"https://f.example/a?b=7\">Figma</a></p>\n"
        ), ("[x](https://f.example \"\u{200C}\")", "<p><a href=\"https://f.example\">x</a></p>\n"),
        // A definition that nothing uses would be nowhere.
        (
            "[a][1]\n\n[1]: https://x.example\n[2]: https://y.example/?a&b \"two words\"",
            "<p><a href=\"https://x.example\">a</a></p>\n<p>[2]: <a href=\"https://y.example/?a&amp;b\">"
                + "https://y.example/?a&amp;b</a> &quot;two words&quot;</p>\n"
        ), ("```\n[2]: x\n```", "<pre tabindex=\"0\"><code>[2]: x\n</code></pre>\n"),
        (
            "ftp://x.example/y www.example.org",
            "<p><a href=\"ftp://x.example/y\">ftp://x.example/y</a> <a href=\"http://www.example.org\">www.example.org</a></p>\n"
        ),
        // Pictures are links: nothing is loaded.
        ("![alt](https://example.org/a.png)", "<p><a href=\"https://example.org/a.png\">alt</a></p>\n"),
        (
            "![](https://example.org/a.png) ![x](data:image/png;base64,AA)",
            "<p><a href=\"https://example.org/a.png\">https://example.org/a.png</a> x (data:image/png;base64,AA)</p>\n"
        ),
        (
            "[![alt](https://a.example/b)](https://c.example)",
            "<p><a href=\"https://c.example\">alt (https://a.example/b)</a></p>\n"
        ),
        (
            "![[a](https://b.example)](https://c.example)",
            "<p><a href=\"https://c.example\"><a href=\"https://b.example\">a</a></a></p>\n"
        ), ("```html\n<b>\n```", "<pre tabindex=\"0\"><code class=\"language-html\">&lt;b&gt;\n</code></pre>\n"),
        ("```\"><script>\nx\n```", "<pre tabindex=\"0\"><code>&quot;&gt;&lt;script&gt;\nx\n</code></pre>\n"),
        ("```curl https://x\n```", "<pre tabindex=\"0\"><code>curl https://x\n</code></pre>\n"),
        ("```secret\n```", "<pre tabindex=\"0\"><code>secret\n</code></pre>\n"), ("", ""), ("\n\n", ""),
    ]) func markup(_ text: String, _ html: String) throws {
        #expect(try #require(MarkdownHTML()).html(of: text, below: 3) == html)
    }

    /// No text of the board brings more elements or attributes than these.
    @Test(arguments: 0..<rounds(20)) func nothingElseComesOut(_ seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let pieces = [
            "<", ">", "script", "![", "](", ")", "[", "]", "javascript:", "https://x", "\n", "\n\n", "`", "```", "*",
            "_", "~~", "&", "#", "\"", "'", " ", "- ", "> ", "<!--", "-->", "<![CDATA[", "onerror=", "<a href=", "\\",
            "&lt;", "&#106;", "\u{0}", "|", "---", "data:", ":", "//",
        ]
        let markdown = try #require(MarkdownHTML())
        for _ in 0..<rounds(200, every: 4) {
            var text = ""
            for _ in 0..<40 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                text += pieces[Int(state % UInt64(pieces.count))]
            }
            let html = try #require(markdown.html(of: text, below: 3))
            var rest = html[...]
            while let start = rest.firstIndex(of: "<") {
                let end = try #require(rest[start...].firstIndex(of: ">"))
                let tag = rest[start...end]
                let isPlain = tag.wholeMatch(
                    of: /<\/?(p|em|strong|del|code|ul|ol|li|blockquote|h[456])>|<(br|hr) \/>|<\/a>|<\/pre>/)
                let isLink = tag.wholeMatch(
                    of: /<a href="(?i:https?:\/\/|ftp:\/\/|mailto:|tel:)[^"<>]*"( title="[^"<>]*")?>/)
                let isOther = tag.wholeMatch(of: /<(pre tabindex="0"|code class="language-[^"<>]*"|ol start="[0-9]+")>/)
                #expect(isPlain != nil || isLink != nil || isOther != nil, "\(tag) of \(text)")
                rest = rest[rest.index(after: end)...]
            }
        }
    }

    @Test(arguments: [
        (
            "see [the page](https://x.example/a_b) and **now** `x_y`",
            "see <a href=\"https://x.example/a_b\">the page</a> and <strong>now</strong> <code>x_y</code>"
        ), ("plain, \"quoted\"", "plain, &quot;quoted&quot;"), ("two\nlines", "two lines"),
        ("# no heading", "# no heading"), ("1. first", "1. first"), ("- a", "- a"), ("> a", "&gt; a"), ("---", "---"),
        ("```x", "```x"),
        (
            "<b>bold</b> <https://x.example>",
            "&lt;b&gt;bold&lt;/b&gt; <a href=\"https://x.example\">https://x.example</a>"
        ), ("    four", "four"), ("[x]: https://x.example", "[x]: <a href=\"https://x.example\">https://x.example</a>"),
        ("", "(no title)"),
    ]) func oneLine(_ text: String, _ html: String) {
        var writer = HTMLWriter()
        HTMLProse().writeInline(text, to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == html)
    }

    @Test func whatIsTooLongIsNotParsed() throws {
        let markdown = try #require(MarkdownHTML())
        let limit = MarkdownHTML.lengthLimit
        #expect(markdown.html(of: String(repeating: "a", count: limit)) != nil)
        #expect(markdown.html(of: String(repeating: "a", count: limit + 1)) == nil)
        for nested in ["> ", "* ", "[", "![", "**a ", "<", "`", "a**b"] {
            let text = String(repeating: nested, count: limit / nested.utf8.count)
            #expect(markdown.html(of: text) != nil)
        }
    }
}
