import CCMark

/// Markdown as people write it in Trello, as HTML that does nothing: no markup of its own, no pictures, and no
/// links except those to the web and to mail.
///
/// ```swift
/// try MarkdownHTML().html(of: "**Now** <b>")  // <p><strong>Now</strong> &lt;b&gt;</p>
/// ```
///
/// The dialect is CommonMark with struck-out text, with bare addresses as links, and with line breaks kept, as
/// Trello does it.
package struct MarkdownHTML: Sendable {
    /// The longest text that is taken for Markdown: Trello takes 16,384 characters, and a parser may need time
    /// that grows with the square of the length.
    package static let lengthLimit = 1 << 16

    /// How many levels headings are lowered, as the page has headings of its own.
    private let headingShift: Int

    /// Opens the library.
    ///
    /// - Throws: ``MarkdownLibraryError``.
    package init(headingShift: Int = 0) throws(MarkdownLibraryError) {
        // Safety: the text lives as long as the program.
        if let reason = ccmark_load() {
            throw MarkdownLibraryError(reason: String(cString: reason))
        }
        self.headingShift = headingShift
    }

    /// Whether the library can be opened.
    package static var isInstalled: Bool { ccmark_load() == nil }

    /// The text as HTML; nil for one that is too long.
    package func html(of text: String) -> String? {
        var html: [UInt8] = []
        return append(text, to: &html) ? String(decoding: html, as: UTF8.self) : nil
    }

    /// Appends the text as HTML; false for one that is too long.
    package func append(_ text: String, to html: inout [UInt8]) -> Bool {
        var text = text
        if text.utf8.count > Self.lengthLimit { return false }
        // Safety: the bytes are lent for the call; cmark copies what it keeps.
        return text.withUTF8 { appendPlain($0, to: &html) || appendParsed($0, to: &html) }
    }

    /// Appends what cmark makes of a text.
    func appendParsed(_ text: String, to html: inout [UInt8]) -> Bool {
        var text = text
        // Safety: the bytes are lent for the call; cmark copies what it keeps.
        return text.withUTF8 { appendParsed($0, to: &html) }
    }

    /// Appends a text without markup as HTML, as nearly all are; false for another one.
    package func appendPlain(_ text: String, to html: inout [UInt8]) -> Bool {
        var text = text
        // Safety: the bytes are lent for the call.
        return text.utf8.count <= Self.lengthLimit && text.withUTF8 { appendPlain($0, to: &html) }
    }

    private func appendPlain(
        _ text: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]
    ) -> Bool {
        // Safety: the bytes are lent for the call.
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

    private func appendParsed(
        _ text: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]
    ) -> Bool {
        // Safety: the bytes are lent for the call.
        let document = text.withMemoryRebound(to: CChar.self) { bytes in
            bytes.baseAddress.flatMap { ccmark_parse($0, bytes.count) }
        }
        guard let document else { return text.isEmpty }
        defer { ccmark_free(document) }
        guard makeHarmless(document), let text = ccmark_html(document) else { return false }
        defer { ccmark_free_text(text) }
        // Safety: cmark's text ends in NUL.
        html += String(cString: text).utf8
        return true
    }

    /// Turns into text what is not to be on the page; false for want of memory.
    private func makeHarmless(_ document: OpaquePointer) -> Bool {
        guard let iter = ccmark_iter(document) else { return false }
        // What is changed meanwhile would lead the iterator astray.
        var nodes: [OpaquePointer] = []
        while let node = ccmark_next_end(iter) { nodes.append(node) }
        ccmark_free_iter(iter)
        return nodes.allSatisfy(makeHarmless(node:))
    }

    private func makeHarmless(node: OpaquePointer) -> Bool {
        let kind = ccmark_kind(node)
        switch kind {
        case .htmlInline, .htmlBlock:
            // Safety: cmark's text ends in NUL, and is copied at once.
            let text = ccmark_literal(node).map { String(cString: $0) } ?? ""
            return ccmark_replace_with_text(node, text, kind == .htmlBlock ? 1 : 0) == 1
        case .link:
            return Self.isHarmless(url(of: node)) || ccmark_unwrap(node) == 1
        case .image:
            let url = url(of: node)
            return Self.isHarmless(url) && ccmark_is_in_link(node) == 0
                ? ccmark_replace_with_link(node, url) == 1 : ccmark_unwrap(node) == 1
        case .heading:
            let level = min(6, Int(ccmark_heading_level(node)) + headingShift)
            return ccmark_set_heading_level(node, Int32(level)) == 1
        case .other: return true
        }
    }

    private func url(of node: OpaquePointer) -> String {
        ccmark_url(node).map { String(cString: $0) } ?? ""
    }

    /// Whether an address leads to the web or to mail.
    private static func isHarmless(_ url: String) -> Bool {
        let url = url.prefix(8).lowercased()
        return ["http://", "https://", "mailto:"].contains(where: url.hasPrefix)
    }
}

/// cmark-gfm is missing, or cannot be opened.
package struct MarkdownLibraryError: Error {
    /// Why, in the loader's words.
    package let reason: String

    /// The packages that have the library, for apt-get: each release of Debian and Ubuntu has another number in their
    /// names.
    package static let packages = "'^libcmark-gfm(-extensions)?0'"
}
