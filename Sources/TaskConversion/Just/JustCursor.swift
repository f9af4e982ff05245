import Scanning

struct JustCursor {
    private let bytes: [UInt8]
    private let lineStarts: [Int]
    var index = 0
    /// The line of a bracket or quote that stays open to the end of the text; afterwards, nothing is read across lines.
    private(set) var openLine: Int?
    var depth = 0
    /// Whether an expression uses just's invocation directory.
    var asksForInvocationFolder = false
    /// The line number of everything in the file, which is that of its import; `nil` to count lines.
    private let fixedLine: Int?

    init(_ text: String, asLine fixedLine: Int?) {
        self.fixedLine = fixedLine
        // just accepts only these line endings.
        let bytes = Array(text.lines.joined(separator: "\n").utf8)
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == ASCII.lineFeed }.map { $0 + 1 }
    }

    var isAtEnd: Bool { index >= bytes.count }
    var byte: UInt8? { isAtEnd ? nil : bytes[index] }
    var isAtLineEnd: Bool { isAtEnd || bytes[index] == ASCII.lineFeed }

    /// From 1.
    var line: Int {
        if let fixedLine { return fixedLine }
        var (low, high) = (0, lineStarts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return low + 1
    }

    func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    mutating func take(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        index += text.utf8.count
        return true
    }

    @discardableResult mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, condition(bytes[index]) { index += 1 }
        return text(from: start)
    }

    mutating func name() -> String? {
        let name = take { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) }
        return name.isEmpty ? nil : name
    }

    /// Also skips continued lines and, within brackets, line ends and comments.
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

    mutating func skipLine() { take { $0 != ASCII.lineFeed } }

    mutating func takeStatementEnd() -> Bool {
        skipBlanks()
        guard isAtLineEnd || byte == UInt8(ascii: "#") else { return false }
        skipLine()
        return true
    }

    /// Reads a quoted string without resolving its escapes; `nil` if there is none or it is not closed.
    mutating func quoted() -> (quote: UInt8, isIndented: Bool, text: String)? {
        guard let quote = byte, [UInt8]("'\"`".utf8).contains(quote) else { return nil }
        let start = index
        let isIndented = index + 2 < bytes.count && bytes[index...index + 2].allSatisfy { $0 == quote }
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

    /// Skips to the closing bracket of the enclosing pair, or to the end of the statement.
    ///
    /// If a bracket or quote stays open, skips only the rest of the line and returns `false`.
    @discardableResult mutating func skipBalanced(upToLineEnd: Bool = true) -> Bool {
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
