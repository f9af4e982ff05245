import Scanning

/// A place in the text of a justfile.
struct JustCursor {
    private let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The offset of the place.
    var index = 0
    /// The line of what is open up to the end of the text: from then on, nothing is read over several lines.
    private(set) var openLine: Int?
    /// How many brackets of an expression are open.
    var depth = 0
    /// Whether an expression asks in which folder just was started.
    var asksForInvocationFolder = false
    /// The line that stands for all lines, as that of an import; nil for each line itself.
    private let fixedLine: Int?

    init(_ text: String, asLine fixedLine: Int?) {
        self.fixedLine = fixedLine
        // just knows no other ends of lines.
        let bytes = Array(text.lines.joined(separator: "\n").utf8)
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == ASCII.lineFeed }.map { $0 + 1 }
    }

    var isAtEnd: Bool { index >= bytes.count }
    var byte: UInt8? { isAtEnd ? nil : bytes[index] }
    var isAtLineEnd: Bool { isAtEnd || bytes[index] == ASCII.lineFeed }

    /// The number of the line, from 1.
    var line: Int {
        if let fixedLine { return fixedLine }
        var (low, high) = (0, lineStarts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The text from an offset up to the place.
    func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    func isAt(_ text: String) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    mutating func take(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        index += text.utf8.count
        return true
    }

    /// Takes bytes as long as a condition holds.
    @discardableResult
    mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, condition(bytes[index]) { index += 1 }
        return text(from: start)
    }

    /// Reads the name of a recipe or a variable; nil if there is none.
    mutating func name() -> String? {
        let name = take { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        return name.isEmpty ? nil : name
    }

    /// Takes blanks and joined lines; within brackets, also the ends of lines and comments.
    mutating func skipBlanks(withinBrackets: Bool = false) {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
            case UInt8(ascii: "\\") where isAt("\\\n"): index += 2
            case ASCII.lineFeed where withinBrackets: index += 1
            case UInt8(ascii: "#") where withinBrackets: skipLine()
            default: return
            }
        }
    }

    /// Skips the rest of the line.
    mutating func skipLine() { take { $0 != ASCII.lineFeed } }

    /// Takes the end of a statement, with a comment before it.
    mutating func takeStatementEnd() -> Bool {
        skipBlanks()
        guard isAtLineEnd || byte == UInt8(ascii: "#") else { return false }
        skipLine()
        return true
    }

    /// Reads a quoted string without resolving its escapes; nil if there is no quote here, or no closing one.
    mutating func quoted() -> (quote: UInt8, isIndented: Bool, text: String)? {
        guard let quote = byte, [UInt8]("'\"`".utf8).contains(quote) else { return nil }
        let start = index
        let isIndented =
            index + 2 < bytes.count && bytes[index...index + 2].allSatisfy { $0 == quote }
        let length = isIndented ? 3 : 1
        index += length
        let first = index
        while index + length <= bytes.count {
            if bytes[index..<index + length].allSatisfy({ $0 == quote }) {
                defer { index += length }
                return (quote, isIndented, text(from: first))
            }
            let isEscape = quote == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\")
            index += isEscape ? 2 : 1
        }
        index = start
        return nil
    }

    /// Takes everything up to the bracket that closes one more than are opened, or up to the end of the statement.
    ///
    /// - Returns: false where a bracket or a quote stays open; nothing but the rest of the line is taken then.
    @discardableResult
    mutating func skipBalanced(upToLineEnd: Bool = true) -> Bool {
        let start = index
        var depth = 0
        while openLine == nil, let byte {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return true }
                depth -= 1
            case ASCII.lineFeed, UInt8(ascii: "#"):
                if depth == 0, upToLineEnd { return true }
                if byte != ASCII.lineFeed {
                    skipLine()
                    continue
                }
            case UInt8(ascii: "\\"): index += isAt("\\\n") ? 1 : 0
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                if quoted() == nil { openLine = line }
                continue
            default: break
            }
            index += 1
        }
        if depth == 0, upToLineEnd, openLine == nil { return true }
        index = start
        openLine = openLine ?? line
        skipLine()
        return false
    }
}
