import Scanning

/// A manual page in man(7) format, for groff and mandoc.
struct ManualPage {
    let name: String
    /// 1 for commands, 5 for files.
    private let section: Int
    private var lines: [String]

    var path: String { "man\(section)/\(name).\(section)" }
    var text: String { lines.joined(separator: "\n") + "\n" }

    init(_ name: String, section: Int, date: String, source: String, purpose: String) {
        self.name = name
        self.section = section
        lines = [
            ".TH \(Self.quoted(name.uppercased())) \(section) \(date) \(Self.quoted(source))",
            // Do not hyphenate names and options.
            ".nh", ".ad l",
        ]
        heading("NAME")
        // `apropos` searches this line.
        lines += Self.wrapped("\(name) - \(purpose)")
    }

    mutating func heading(_ text: String, isInner: Bool = false) {
        lines.append((isInner ? ".SS " : ".SH ") + Self.quoted(text))
    }

    mutating func synopsis(_ command: String, _ arguments: String) {
        lines.append(".B " + Self.escaped(command))
        lines += Self.wrapped(arguments)
    }

    /// A paragraph whose lines are all indented is literal.
    mutating func prose(_ text: String) {
        for paragraph in text.split(separator: "\n\n") {
            let parts = paragraph.split(separator: "\n")
            beginParagraph()
            if parts.allSatisfy({ $0.hasPrefix("  ") }) {
                literal(parts.map { String($0.dropFirst(2)) })
            } else {
                lines += Self.wrapped(parts.joined(separator: " "))
            }
        }
    }

    mutating func term(_ term: String, _ meaning: String) {
        lines += [".TP", ".B " + Self.escaped(term)]
        lines += Self.wrapped(meaning)
    }

    mutating func example(_ line: String, _ purpose: String) {
        beginParagraph()
        lines += Self.wrapped(purpose)
        beginParagraph()
        literal([line])
    }

    mutating func literal(_ text: [String]) {
        lines += [".RS 4", ".nf"]
        lines += text.map { $0.isEmpty ? ".sp" : Self.escaped($0) }
        lines += [".fi", ".RE"]
    }

    /// A heading already begins a paragraph.
    private mutating func beginParagraph() { if lines.last?.hasPrefix(".S") != true { lines.append(".PP") } }

    private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// Wraps lines for readability of the source; roff fills them itself.
    private static func wrapped(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { escaped(String($0)) }.lines(atMost: 76)
    }

    /// Escapes characters that are special in roff or that a manual typesets differently.
    private static func escaped(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u" + scalar.value.hexadecimal(width: 4, uppercase: true) + "]"
            }
        }.joined()
        // A leading dot would start a request.
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
