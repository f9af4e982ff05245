import JSON

/// A page of the manual in the making, in the language of man(7), as groff and mandoc read it.
struct RoffText {
    private(set) var lines: [String] = []

    /// The whole page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - name: its name, such as `devtool-cards`.
    ///   - section: its section of the manual.
    ///   - date: the day that it is of, such as `2026-11-23`.
    ///   - source: the program and its version.
    init(name: String, section: Int, date: String, source: String) {
        lines += [
            ".TH \(Self.quoted(name.uppercased())) \(section) \(date) \(Self.quoted(source))",
            // Names and options are not to be broken.
            ".nh", ".ad l",
        ]
    }

    mutating func heading(_ text: String) { lines.append(".SH " + Self.quoted(text)) }

    /// Adds a heading of the second order.
    mutating func subheading(_ text: String) { lines.append(".SS " + Self.quoted(text)) }

    /// Adds the line that `apropos` searches.
    mutating func name(_ name: String, purpose: String) {
        lines += Self.wrapped("\(name) - \(purpose)")
    }

    /// Adds a command line, its first words bold.
    mutating func synopsis(_ command: String, _ arguments: String) {
        lines.append(".B " + Self.escaped(command))
        lines += Self.wrapped(arguments)
    }

    /// Adds text: paragraphs between empty lines, and literal lines where all of one are indented.
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

    /// Adds lines as they are, indented.
    mutating func literal(_ text: [String]) {
        lines += [".RS 4", ".nf"]
        lines += text.map { $0.isEmpty ? ".sp" : Self.escaped($0) }
        lines += [".fi", ".RE"]
    }

    /// What follows a heading is a paragraph by itself.
    private mutating func beginParagraph() {
        if lines.last?.hasPrefix(".S") != true { lines.append(".PP") }
    }

    /// The text as an argument of a macro.
    private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// The text in lines that editors show whole; roff fills them itself.
    private static func wrapped(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { escaped(String($0)) }.lines(atMost: 76)
    }

    /// The text with what means something to roff, or looks different in a manual, written out.
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
        // A line that begins with a dot is a request.
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
