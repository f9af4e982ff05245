import Reporting

/// A line of a formatted SQL changelog, as Liquibase interprets it.
enum SQLLine {
    /// `--changeset AUTHOR:ID …`.
    case changeSet(author: String, id: String, attributes: Substring)
    /// A misspelled `--changeset`.
    case malformedChangeSet
    /// A changeset after more than two dashes, which disable it.
    case commentedChangeSet
    case rollback(Substring)
    case comment
    /// `--validCheckSum: SUM`.
    case validChecksum(Substring)
    case preconditions(Substring)
    /// `--precondition-TYPE …`.
    case precondition(type: Substring, body: Substring)
    /// `--ignoreLines:COUNT`, `start` or `end`.
    case ignoreLines(Substring)
    case sql

    init(_ line: Substring) {
        let text = line.drop(while: \.isWhitespace)
        guard text.hasPrefix("-") else {
            self = .sql
            return
        }
        let dashes = text.prefix { $0 == "-" }.count
        let words = text.dropFirst(dashes).drop(while: \.isWhitespace)
        let word = words.prefix { $0.isLetter || $0 == "-" }
        let rest = words.dropFirst(word.count)
        let name = word.lowercased()
        if name == "changeset" {
            self =
                switch dashes {
                case 1: .malformedChangeSet
                case 2: Self.changeSet(rest)
                default: .commentedChangeSet
                }
            return
        }
        // `-- --changeset a:1`
        if words.hasPrefix("-") {
            self = .sql
            return
        }
        if Self.isMisspelt(word, rest: rest) {
            self = .malformedChangeSet
            return
        }
        // Some instructions must not be indented.
        let isAtStart = line.hasPrefix("-")
        switch name {
        case _ where dashes != 2: self = .sql
        case "rollback" where rest.hasPrefix(" "): self = .rollback(rest.dropFirst())
        case "preconditions": self = .preconditions(rest)
        case "precondition": self = .sql
        case _ where name.hasPrefix("precondition-") && rest.hasPrefix(" "):
            self = .precondition(type: word.dropFirst("precondition-".count), body: rest.drop(while: \.isWhitespace))
        case "comment" where isAtStart && (rest.hasPrefix(" ") || rest.hasPrefix(": ")): self = .comment
        case "validchecksum" where isAtStart && (rest.hasPrefix(" ") || rest.hasPrefix(": ")):
            self = .validChecksum(rest.drop { $0 == ":" || $0.isWhitespace })
        case "ignorelines" where isAtStart && rest.hasPrefix(":"):
            let count = rest.dropFirst()
            self = count.allSatisfy(\.isWord) && !count.isEmpty ? .ignoreLines(count) : .sql
        default: self = .sql
        }
    }

    private static func changeSet(_ rest: Substring) -> SQLLine {
        guard rest.first?.isWhitespace == true else { return .malformedChangeSet }
        var rest = rest.drop(while: \.isWhitespace)
        guard let author = quoted(&rest, endsWith: ":") ?? upToColon(&rest) else { return .malformedChangeSet }
        rest = rest.drop(while: \.isWhitespace)
        if let id = quoted(&rest, endsWith: nil) { return .changeSet(author: author, id: id, attributes: rest) }
        let id = rest.prefix { !$0.isWhitespace }
        guard !id.isEmpty else { return .malformedChangeSet }
        return .changeSet(author: author, id: String(id), attributes: rest.dropFirst(id.count))
    }

    private static func quoted(_ rest: inout Substring, endsWith end: Character?) -> String? {
        guard rest.hasPrefix("\""), let close = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        let text = rest[..<close].dropFirst()
        var after = rest[rest.index(after: close)...]
        guard !text.isEmpty else { return nil }
        if let end { guard after.popFirst() == end else { return nil } }
        rest = after
        return String(text)
    }

    private static func upToColon(_ rest: inout Substring) -> String? {
        guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else { return nil }
        let text = rest[..<colon]
        rest = rest[rest.index(after: colon)...]
        return String(text)
    }

    /// Whether a comment looks like a changeset with a misspelled keyword.
    private static func isMisspelt(_ word: Substring, rest: Substring) -> Bool {
        guard (6...12).contains(word.count), rest.first?.isWhitespace == true,
            !["preconditions", "precondition", "rollback", "comment"].contains(word.lowercased())
        else { return false }
        let argument = rest.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        guard let colon = argument.firstIndex(of: ":"), colon != argument.startIndex,
            argument.index(after: colon) != argument.endIndex
        else { return false }
        return word.lowercased().nearest(in: ["changeset"]) != nil
    }
}

extension Character {
    /// Like `\w` in a regular expression.
    fileprivate var isWord: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}

struct SQLAttributes {
    let text: Substring
    /// The words before colons in lower case, and the indices after the colons.
    private let words: [(name: String, end: Substring.Index)]

    init(text: Substring) {
        let text = text.prefix(4096)
        self.text = text
        words = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: ":") }.map { colon in
            let name = text.utf8[..<colon].reversed().prefix { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
            return (String(decoding: name.reversed(), as: UTF8.self).lowercased(), text.utf8.index(after: colon))
        }
    }

    /// The names that any version of Liquibase knows.
    static let names = [
        "context", "contextFilter", "created", "dbms", "endDelimiter", "failOnError", "ignore", "labels",
        "logicalFilePath", "objectQuotingStrategy", "onValidationFail", "rollbackEndDelimiter",
        "rollbackSplitStatements", "runAlways", "runInTransaction", "runOnChange", "runOrder", "runWith",
        "runWithSpoolFile", "splitStatements", "stripComments",
    ]
    private static let smallNames = names.map { $0.lowercased() }
    /// The names whose values may be in quotation marks, which others keep (`AbstractFormattedChangeLogParser`).
    private static let quotable = ["context", "contextfilter", "labels"]

    /// Attributes without effect, such as `contexts:a`, `dbms=postgresql` and `runInTransaction:"false"`.
    ///
    /// The correction is the form that Liquibase reads; it is `nil` for an unknown name.
    var ignored: [(name: String, written: String, correction: String?)] {
        // Most changesets have no attributes.
        guard !words.isEmpty || text.utf8.contains(UInt8(ascii: "=")) else { return [] }
        var ignored: [(name: String, written: String, correction: String?)] = []
        var rest = text.drop(while: \.isWhitespace)
        while !rest.isEmpty {
            var end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
            // A quoted value may contain blanks.
            if let quote = rest[..<end].firstIndex(of: "\""),
                let close = rest[quote...].dropFirst().firstIndex(of: "\"")
            {
                end = rest[close...].firstIndex(where: \.isWhitespace) ?? rest.endIndex
            }
            let word = rest[..<end]
            let written = word.prefix { $0.isASCII && $0.isLetter }
            let unread = word[written.endIndex...]
            if !written.isEmpty, let mark = unread.first, mark == ":" || mark == "=" {
                let name = written.lowercased()
                let isKnown = Self.smallNames.contains(where: name.hasSuffix)
                let value = unread.dropFirst()
                let isQuoted = value.hasPrefix("\"") && !Self.quotable.contains(where: name.hasSuffix)
                if mark == "=" || !isKnown || isQuoted {
                    let correction = isKnown ? "\(written):\(isQuoted ? value.replacing("\"", with: "") : value)" : nil
                    ignored.append((String(written), String(word), correction))
                }
            }
            rest = rest[end...].drop(while: \.isWhitespace)
        }
        return ignored
    }

    /// The value, without quotation marks where they are allowed; if a name is repeated, the last value wins.
    ///
    /// With `isWhole`, the name must not be the end of a longer name, such as `rollbackEndDelimiter`.
    subscript(name: String, isWhole isWhole: Bool = false) -> String? {
        let name = name.lowercased()
        let last = words.last { isWhole ? $0.name == name : $0.name.hasSuffix(name) }
        guard let written = last.map({ text[$0.end...] }) else { return nil }
        if Self.quotable.contains(name), written.hasPrefix("\""), let close = written.dropFirst().firstIndex(of: "\"") {
            return String(written[..<close].dropFirst())
        }
        return String(written.prefix { !$0.isWhitespace })
    }
}
