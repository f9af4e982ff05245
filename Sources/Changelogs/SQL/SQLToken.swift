import Scanning

struct SQLToken {
    enum Kind {
        case word
        case quotedName
        /// Includes dollar-quoted strings.
        case string
        case number
        case symbol
    }

    let kind: Kind
    let range: Range<Int>
}

/// Differences between engines that affect where strings, names and comments end.
struct SQLDialect {
    /// Whether a backslash escapes characters in strings.
    var escapesWithBackslash = false
    var hasHashComments = false
    var hasBrackets = false
    var hasDollarQuotes = true
    var nestsComments = false
    /// The starts of comments that the engine executes.
    var executableComments: [StaticString] = []

    /// The dialect of Liquibase's own grammar, `SimpleSqlGrammar`.
    static let ofLiquibase = {
        var dialect = Self(of: nil)
        dialect.hasDollarQuotes = false
        return dialect
    }()

    /// The dialect of an engine, or a common one.
    ///
    /// `keepsComments` means that comments reach the database, so that it runs executable ones.
    init(of engine: DatabaseEngineName?, keepsComments: Bool = false) {
        switch engine {
        case .mysql, .mariadb:
            if keepsComments { executableComments = engine == .mysql ? ["/*!"] : ["/*!", "/*M!"] }
            escapesWithBackslash = true
            hasHashComments = true
            hasDollarQuotes = false
        case .mssql:
            hasBrackets = true
            nestsComments = true
            hasDollarQuotes = false
        case .postgresql: nestsComments = true
        case .oracle: hasDollarQuotes = false
        case .sqlite, .h2, .other, nil: break
        }
    }
}

/// Splits SQL into tokens, with strings, quoted names, comments and dollar quotes.
struct SQLTokenizer {
    let bytes: [UInt8]
    private let dialect: SQLDialect
    private(set) var offset = 0
    private var isInExecutableComment = false

    init(_ bytes: [UInt8], dialect: SQLDialect) {
        self.bytes = bytes
        self.dialect = dialect
    }

    /// The next token; `nil` at the end.
    ///
    /// An unterminated string extends to the end.
    mutating func next() -> SQLToken? {
        skipBlanks()
        guard offset < bytes.count else { return nil }
        let start = offset
        let byte = bytes[offset]
        let kind: SQLToken.Kind
        switch byte {
        case UInt8(ascii: "'"):
            skipQuoted(by: byte, escapes: dialect.escapesWithBackslash)
            kind = .string
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            skipQuoted(by: byte, escapes: false)
            kind = .quotedName
        case UInt8(ascii: "[") where dialect.hasBrackets:
            skipQuoted(by: UInt8(ascii: "]"), escapes: false)
            kind = .quotedName
        case UInt8(ascii: "$") where dialect.hasDollarQuotes && skipDollarQuoted(): kind = .string
        case UInt8(ascii: "E") where isAt("E'"), UInt8(ascii: "e") where isAt("e'"):
            offset += 1
            skipQuoted(by: UInt8(ascii: "'"), escapes: true)
            kind = .string
        case _ where Self.beginsWord(byte):
            skipWord()
            kind = .word
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while offset < bytes.count, Self.isInWord(bytes[offset]) || bytes[offset] == 0x2E { offset += 1 }
            kind = .number
        default:
            offset += 1
            kind = .symbol
        }
        return SQLToken(kind: kind, range: start..<offset)
    }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte <= 0x20 {
                offset += 1
            } else if isAt("--") || byte == UInt8(ascii: "#") && dialect.hasHashComments {
                while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
            } else if let mark = dialect.executableComments.first(where: isAt) {
                // The number is a minimum version.
                offset += mark.utf8CodeUnitCount
                while offset < bytes.count, bytes[offset].isASCIIDigit { offset += 1 }
                isInExecutableComment = true
            } else if isInExecutableComment, isAt("*/") {
                offset += 2
                isInExecutableComment = false
            } else if isAt("/*") {
                skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() {
        var depth = 0
        while offset < bytes.count {
            if isAt("/*"), depth == 0 || dialect.nestsComments {
                depth += 1
                offset += 2
            } else if isAt("*/") {
                depth -= 1
                offset += 2
                if depth == 0 { return }
            } else {
                offset += 1
            }
        }
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { expected in
            offset + expected.count <= bytes.count && expected.indices.allSatisfy { bytes[offset + $0] == expected[$0] }
        }
    }

    /// A doubled quote is an escape.
    private mutating func skipQuoted(by quote: UInt8, escapes: Bool) {
        offset += 1
        while offset < bytes.count {
            if bytes[offset] == quote {
                offset += 1
                guard offset < bytes.count, bytes[offset] == quote else { return }
            } else if escapes, bytes[offset] == UInt8(ascii: "\\") {
                offset += 1
            }
            offset += 1
        }
        offset = min(offset, bytes.count)
    }

    private mutating func skipDollarQuoted() -> Bool {
        var end = offset + 1
        while end < bytes.count, Self.isInWord(bytes[end]), bytes[end] != UInt8(ascii: "$") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else { return false }
        let tag = bytes[offset...end]
        offset = end + 1
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "$"), bytes[offset...].starts(with: tag) {
                offset += tag.count
                return true
            }
            offset += 1
        }
        return true
    }

    private mutating func skipWord() { while offset < bytes.count, Self.isInWord(bytes[offset]) { offset += 1 } }

    private static func beginsWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        beginsWord(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
    }
}
