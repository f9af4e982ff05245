import Reporting
import Scanning
import YAML

struct DotenvReader {
    private let file: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    /// Skips a byte order mark and normalizes CRLF.
    init(_ text: String, file: String) {
        self.file = file
        scalars = Array(text.lines.joined(separator: "\n").unicodeScalars.drop { $0 == "\u{FEFF}" })
    }

    /// The next assignment, or a problem in a line; reading continues with the next one.
    mutating func next() -> Result<(String, Dotenv.Variable), Problem>? {
        while let scalar = peek {
            switch scalar {
            case "\n", " ", "\t": advance()
            case "#": skipLine()
            default: return Result { () throws(Problem) in try assignment() }
            }
        }
        return nil
    }

    private mutating func assignment() throws(Problem) -> (String, Dotenv.Variable) {
        defer { skipLine() }
        if scalars[index...].starts(with: "export ".unicodeScalars) {
            for _ in "export " { advance() }
            skipBlanks()
        }
        let start = location
        let name = take { $0 != "=" && $0 != "\n" }
        guard peek == "=" else { throw failure("expected NAME=value", at: start) }
        guard ProcessEnvironment.isName(name) else { throw failure("expected a variable name before '='", at: start) }
        advance()
        skipBlanks()
        return (name, Dotenv.Variable(value: try value(), location: start))
    }

    private mutating func value() throws(Problem) -> String {
        guard let quote = peek, quote == "\"" || quote == "'" else { return unquoted() }
        let start = location
        var value = String.UnicodeScalarView()
        advance()
        while let scalar = peek, scalar != quote {
            advance()
            if scalar == "\\", quote == "\"", let escape = peek {
                advance()
                value.append(contentsOf: Self.unescaped(escape))
            } else {
                value.append(scalar)
            }
        }
        guard peek == quote else {
            // The quote may have been meant to end anywhere, so the rest is skipped.
            index = scalars.count
            throw failure("the quote is not closed", at: start)
        }
        advance()
        skipBlanks()
        guard peek == nil || peek == "\n" || peek == "#" else {
            throw failure("unexpected text after the closing quote", at: location)
        }
        return String(value)
    }

    /// Reads up to the end of the line or a comment after a blank.
    private mutating func unquoted() -> String {
        var value = ""
        var isAfterBlank = true
        while let scalar = peek, scalar != "\n", !(scalar == "#" && isAfterBlank) {
            value.unicodeScalars.append(scalar)
            isAfterBlank = scalar == " " || scalar == "\t"
            advance()
        }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        return value
    }

    /// Unknown escapes are kept, as in a shell.
    private static func unescaped(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "n": ["\n"]
        case "r": ["\r"]
        case "t": ["\t"]
        case "\"", "\\", "$": [scalar]
        default: ["\\", scalar]
        }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private var location: SourceLocation { SourceLocation(file: file, line: line, column: index - lineStart + 1) }

    private mutating func advance() {
        if scalars[index] == "\n" {
            line += 1
            lineStart = index + 1
        }
        index += 1
    }

    private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while let scalar = peek, condition(scalar) {
            taken.append(scalar)
            advance()
        }
        return String(taken)
    }

    private mutating func skipBlanks() { while peek == " " || peek == "\t" { advance() } }

    private mutating func skipLine() { while let scalar = peek, scalar != "\n" { advance() } }

    private func failure(_ message: String, at location: SourceLocation) -> Problem {
        Problem(.badConfiguration, message, at: location)
    }
}
