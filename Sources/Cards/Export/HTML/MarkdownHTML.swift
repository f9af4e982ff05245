import CCMark
import Scanning

/// Renders Trello's Markdown as safe HTML: no raw markup, no images, and no links except those of ``isHarmless(_:)``.
///
/// No text is lost: any other link becomes its text, followed by its target, and an info string that is not the name of
/// a language becomes a part of the code.
///
/// ```swift
/// try MarkdownHTML().html(of: "**Now** <b>")  // <p><strong>Now</strong> &lt;b&gt;</p>
/// ```
///
/// The dialect is Trello's: CommonMark with strikethrough, autolinks, and hard line breaks.
struct MarkdownHTML: Sendable {
    /// The longest text that is parsed, in bytes.
    ///
    /// Trello allows 16,384 characters, and a parser's time may grow with the square of the length.
    static let lengthLimit = 1 << 16

    /// Opens the library; `nil` if there is a ``libraryProblem``.
    init?() { if ccmark_load() != nil { return nil } }

    /// Why the library cannot be opened.
    static var libraryProblem: String? {
        // Safety: the text lives as long as the program.
        ccmark_load().map { String(cString: $0) }
    }

    /// The packages for apt-get; each release of Debian and Ubuntu has another version in their names.
    static let packages = "'^libcmark-gfm(-extensions)?0'"

    /// The HTML, with headings below `level`; `nil` if the text is too long.
    func html(of text: String, below level: Int = 0) -> String? {
        var html: [UInt8] = []
        return append(text, to: &html, below: level) ? String(decoding: html, as: UTF8.self) : nil
    }

    /// Appends the HTML; returns `false` if the text is too long.
    ///
    /// Headings are below `level` and do not skip levels, so that the page has an outline.
    func append(_ text: String, to html: inout [UInt8], below level: Int = 0) -> Bool {
        if appendPlain(text, to: &html) { return true }
        return text.utf8.count <= Self.lengthLimit && appendParsed(text, to: &html, below: level)
    }

    /// Appends inline HTML without a paragraph around it.
    ///
    /// Returns false if the text is too long, has several lines, or has markup although `onlyPlain` is set.
    func appendInline(_ line: String, onlyPlain: Bool = false, to html: inout [UInt8]) -> Bool {
        let (start, beginning, end) = (html.count, "<p>".utf8, "</p>\n".utf8)
        guard onlyPlain ? appendPlain(line, to: &html) : append(line, to: &html) else { return false }
        let inner = html[start...].dropFirst(beginning.count).dropLast(end.count)
        let text = String(decoding: inner, as: UTF8.self)
        guard html[start...].starts(with: beginning), html.suffix(end.count).elementsEqual(end), !text.contains("<p>"),
            !text.contains("<br")
        else {
            html.removeSubrange(start...)
            return false
        }
        html.removeLast(end.count)
        html.removeSubrange(start..<start + beginning.count)
        return true
    }

    func appendParsed(_ text: String, to html: inout [UInt8], below level: Int = 0) -> Bool {
        let start = html.count
        guard appendDocument(text, to: &html, below: level) else { return false }
        guard text.contains("]:") else { return true }
        let safe = Self.keepingDefinitions(in: text, besides: String(decoding: html[start...], as: UTF8.self))
        if safe == text { return true }
        html.removeSubrange(start...)
        return appendDocument(safe, to: &html, below: level)
    }

    /// The text with link definitions escaped that no link uses, because they would vanish from the HTML.
    private static func keepingDefinitions(in text: String, besides html: String) -> String {
        let lines = text.javaLines
        return lines.indices.map { index in
            // A pattern is compiled each time, so only where it may match.
            guard lines[index].contains("]:"), let match = lines[index].wholeMatch(of: /( {0,3})(\[[^\]]+\]:(.*))/)
            else { return lines[index] }
            let rest = match.3.isEmpty ? lines[(index + 1)...].first ?? "" : match.3
            let words = rest.replacing("&", with: "&amp;").replacing("\"", with: " ").split(
                whereSeparator: \.isWhitespace)
            return words.allSatisfy(html.contains) ? lines[index] : "\(match.1)\\\(match.2)"[...]
        }.joined(separator: "\n")
    }

    private func appendDocument(_ text: String, to html: inout [UInt8], below level: Int) -> Bool {
        var text = text
        // Safety: the closure does not let the bytes escape; cmark copies what it keeps.
        return text.withUTF8 { appendDocument($0, to: &html, below: level) }
    }

    /// A fast path: appends a text without markup, as nearly all are; returns false for other texts.
    func appendPlain(_ text: String, to html: inout [UInt8]) -> Bool {
        var text = text
        // Safety: the closure does not let the bytes escape.
        return text.utf8.count <= Self.lengthLimit && text.withUTF8 { appendPlain($0, to: &html) }
    }

    private func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]) -> Bool {
        // Safety: the closure does not let the bytes escape.
        let isPlain = text.withMemoryRebound(to: CChar.self) { bytes in
            bytes.baseAddress.map { ccmark_is_plain($0, bytes.count) != 0 } ?? false
        }
        guard isPlain else { return false }
        html += "<p>".utf8
        var start = 0
        var index = 0
        while index < text.count {
            defer { index += 1 }
            let byte = text[index]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"") else { continue }
            html += text[start..<index]
            if byte == UInt8(ascii: "\"") {
                html += "&quot;".utf8
            } else if text[index + 1] == byte {
                while text[index + 1] == byte { index += 1 }
                html += "</p>\n<p>".utf8
            } else {
                html += "<br />\n".utf8
            }
            start = index + 1
        }
        html += text[start...]
        html += "</p>\n".utf8
        return true
    }

    private func appendDocument(_ text: UnsafeBufferPointer<UInt8>, to html: inout [UInt8], below level: Int) -> Bool {
        // Safety: the closure does not let the bytes escape.
        let document = text.withMemoryRebound(to: CChar.self) { bytes in
            bytes.baseAddress.flatMap { ccmark_parse($0, bytes.count) }
        }
        guard let document else { return text.isEmpty }
        defer { ccmark_free(document) }
        guard makeHarmless(document, below: level), let text = ccmark_html(document) else { return false }
        defer { ccmark_free_text(text) }
        // Safety: cmark's text ends in NUL. The attribute makes a scrollable block reachable by keyboard.
        html += String(cString: text).replacing("<pre>", with: "<pre tabindex=\"0\">").utf8
        return true
    }

    /// Replaces unsafe nodes with text; returns `false` if memory runs out.
    private func makeHarmless(_ document: OpaquePointer, below level: Int) -> Bool {
        guard let iter = ccmark_iter(document) else { return false }
        // Collect the nodes first, because changes would invalidate the iterator.
        var nodes: [OpaquePointer] = []
        while let node = ccmark_next_end(iter) { nodes.append(node) }
        ccmark_free_iter(iter)
        var open: [Int32] = []
        return nodes.allSatisfy { makeHarmless(node: $0, below: level, in: &open) }
    }

    /// Makes one node safe; the level of a heading depends on the headings around it.
    private func makeHarmless(node: OpaquePointer, below level: Int, in open: inout [Int32]) -> Bool {
        let kind = ccmark_kind(node)
        switch kind {
        case .htmlInline, .htmlBlock:
            return ccmark_replace_with_text(node, text(ccmark_literal(node)), kind == .htmlBlock ? 1 : 0) == 1
        case .codeBlock:
            let (info, code) = (text(ccmark_info(node)), text(ccmark_literal(node)))
            if info.isEmpty || !code.isEmpty && info.wholeMatch(of: /[\w+#.-]{1,20}/) != nil { return true }
            return ccmark_set_code(node, "\(info)\n\(code)") == 1
        case .link, .image:
            let url = Self.innerAddress(text(ccmark_url(node)))
            let title = Self.shownTitle(text(ccmark_title(node)))
            guard Self.isHarmless(url), kind == .link || ccmark_is_in_link(node) == 0 else {
                return ccmark_unwrap(node, target(of: node, url, title)) == 1
            }
            return ccmark_set_link(node, url, title) == 1 && (kind == .link || ccmark_replace_with_link(node, url) == 1)
        case .heading:
            let own = ccmark_heading_level(node)
            while let last = open.last, last >= own { open.removeLast() }
            open.append(own)
            return ccmark_set_heading_level(node, Int32(min(6, level + open.count))) == 1
        case .other: return true
        }
    }

    /// The target of a link that becomes text, unless the text is the target.
    private func target(of node: OpaquePointer, _ url: String, _ title: String) -> String {
        let shown = text(ccmark_only_text(node))
        let parts = [url == shown ? "" : url, title].filter { !$0.isEmpty }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private func text(_ text: UnsafePointer<CChar>?) -> String {
        // Safety: cmark's text ends in NUL, and is copied.
        text.map { String(cString: $0) } ?? ""
    }

    /// The URL of a link, extracted from `[URL](URL "smartCard-…")`, which Trello's editor makes from a pasted URL.
    private static func innerAddress(_ url: String) -> String {
        guard url.hasPrefix("["), let match = url.wholeMatch(of: /\[.*\]\((.*?)\)*/) else { return url }
        return String(match.1)
    }

    /// The title of a link, unless it is Trello's marker, such as `smartCard-inline` or an invisible character.
    private static func shownTitle(_ title: String) -> String {
        let isMark = title.hasPrefix("smartCard-") || !title.contains { $0.isLetter || $0.isNumber }
        return isMark ? "" : title
    }

    /// Whether the scheme of a URL is for the web, mail, FTP or telephone.
    static func isHarmless(_ url: String) -> Bool {
        let url = url.prefix(8).lowercased()
        return ["http://", "https://", "mailto:", "ftp://", "tel:"].contains(where: url.hasPrefix)
    }
}
