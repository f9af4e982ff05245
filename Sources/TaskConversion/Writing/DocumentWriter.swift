/// Writes readable YAML: blocks indented by two blanks, short lists and mappings on one line, multiline text as block
/// scalars.
struct DocumentWriter {
    private(set) var text = ""

    private static let width = 100

    mutating func document(_ entries: [DocumentValue.Entry], comments: [String], finalComments: [String]) {
        for comment in comments { self.comment(comment, 0) }
        if !comments.isEmpty, !entries.isEmpty { text += "\n" }
        for (index, entry) in entries.enumerated() {
            if index > 0 { text += "\n" }
            write(entry, 0, spaced: ["tasks"].contains(entry.key))
        }
        if !finalComments.isEmpty { text += "\n" }
        for comment in finalComments { self.comment(comment, 0) }
    }

    /// The only function that writes comments, so that none can break the document.
    private mutating func comment(_ text: String, _ indent: Int) { line(text.yamlComment, indent) }

    private mutating func line(_ content: String, _ indent: Int) {
        text += content.isEmpty ? "\n" : String(repeating: " ", count: indent) + content + "\n"
    }

    /// `spaced` adds empty lines between the entries inside.
    private mutating func write(_ entry: DocumentValue.Entry, _ indent: Int, spaced: Bool = false) {
        for comment in entry.comments { self.comment(comment, indent) }
        let key = entry.key.blockScalar + ":"
        if !write(entry.value, after: key, indent, onLine: !spaced && !entry.value.isLongText) {
            line(key, indent)
            write(entry.value, indent + 2, spaced: spaced)
        }
    }

    /// Writes a value after its key or dash; returns `false` without writing if a collection is too long for the line.
    private mutating func write(
        _ value: DocumentValue, after head: String, _ indent: Int, onLine mayBeFlow: Bool = true
    ) -> Bool {
        switch value {
        case .text(let text) where text.isBlock:
            line("\(head) \(text.blockHeader)", indent)
            block(text, indent + 2)
        case .text(let text): line("\(head) \(text.blockScalar)", indent)
        case .true: line("\(head) true", indent)
        case .list, .mapping:
            guard mayBeFlow, let flow = value.flow, indent + head.count + 1 + flow.count <= Self.width else {
                return false
            }
            line("\(head) \(flow)", indent)
        }
        return true
    }

    private mutating func write(_ value: DocumentValue, _ indent: Int, spaced: Bool = false) {
        switch value {
        case .text, .true: break  // Always after its key or dash.
        case .mapping(let entries):
            for (index, entry) in entries.enumerated() {
                if spaced, index > 0 { text += "\n" }
                write(entry, indent)
            }
        case .list(let items): items.forEach { write($0, indent) }
        }
    }

    private mutating func write(_ item: DocumentValue.Item, _ indent: Int) {
        for comment in item.comments { self.comment(comment, indent) }
        if write(item.value, after: "-", indent) { return }
        var inner = DocumentWriter()
        inner.write(item.value, indent + 2)
        text += String(repeating: " ", count: indent) + "- " + inner.text.dropFirst(indent + 2)
    }

    private mutating func block(_ value: String, _ indent: Int) {
        var lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for content in lines { line(String(content), indent) }
    }
}

extension String {
    fileprivate var isBlock: Bool {
        guard contains("\n"), let first, !first.isWhitespace, !hasSuffix("\n\n") else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x20..<0x7F, 0xA0..<0x2028, 0x202A..<0xFEFF, 0x10000...: true
            default: false
            }
        }
    }

    /// The header of a literal block (YAML 1.2.2, 8.1).
    fileprivate var blockHeader: String { hasSuffix("\n") ? "|" : "|-" }
}

extension DocumentValue {
    fileprivate var isLongText: Bool {
        guard case .list(let items) = self else { return false }
        return items.contains { item in if case .text(let text) = item.value { text.contains(" ") } else { false } }
    }
}
