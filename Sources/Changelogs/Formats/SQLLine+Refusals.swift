import Scanning

extension SQLLine {
    /// The correct form of a line that strict versions of Liquibase reject because it looks like an instruction; `nil`
    /// for other lines.
    ///
    /// The rules are those of the patterns `ALT_…` in `AbstractFormattedChangeLogParser`; some of them do not allow
    /// indentation.
    static func refusedForm(of line: Substring, isInChangeSet: Bool) -> String? {
        let text = line.drop(while: \.isWhitespace)
        guard text.hasPrefix("-") else { return nil }
        let isAtStart = line.hasPrefix("-")
        let dashes = text.prefix { $0 == "-" }.count
        let words = text.dropFirst(dashes).drop(while: \.isWhitespace)
        let name = words.prefix { $0.isLetter || $0 == "-" }.lowercased()
        let rest = words.dropFirst(name.count)
        let goesOn = rest.first?.isWhitespace == true
        let hasText = rest.hasPrefix(" ") || rest.hasPrefix(": ")
        switch name {
        case "property" where goesOn && !(dashes == 2 && isProperty(rest)): return "--property name:NAME value:VALUE"
        case "ignorelines" where isAtStart && dashes == 1 && rest.hasPrefix(":"),
            "ignore" where isAtStart && dashes == 2 && rest.hasPrefix(":"):
            return "--ignoreLines:COUNT"
        case "changeset" where isAtStart && dashes == 1 && goesOn: return "--changeset AUTHOR:ID"
        case _ where name.hasPrefix("changeset") && dashes == 2:
            return isChangeSet(rest) && name == "changeset" ? nil : "--changeset AUTHOR:ID"
        case "comment" where isAtStart && dashes == 2 && hasText && !isInChangeSet:
            return "--comment TEXT' below '--changeset AUTHOR:ID"
        case _ where !isInChangeSet: return nil
        case "comment" where isAtStart && dashes == 1 && hasText, "comments" where isAtStart && dashes == 2 && hasText:
            return "--comment TEXT"
        case _ where name.hasPrefix("validchecksum") && isAtStart && dashes == 1: return "--validCheckSum: SUM"
        case "rollback" where dashes == 1 && goesOn: return "--rollback SQL"
        case "preconditions" where dashes == 1 && goesOn: return "--preconditions onFail:HALT"
        case _ where name.hasPrefix("precondition") && dashes == 1:
            return "--precondition-sql-check expectedResult:VALUE SQL"
        default: return nil
        }
    }

    /// Whether the text after `--property` has two parts with a colon each.
    private static func isProperty(_ rest: Substring) -> Bool {
        let text = rest.drop(while: \.isWhitespace)
        guard let first = text.firstIndex(of: ":"), let gap = text[first...].firstIndex(where: \.isWhitespace) else {
            return false
        }
        return text[gap...].contains(":")
    }

    /// Whether the text after `--changeset` is an author and an ID without white space before the ID.
    private static func isChangeSet(_ rest: Substring) -> Bool {
        let text = rest.drop(while: \.isWhitespace)
        let author = text.hasPrefix("\"") ? text.dropFirst().firstIndex(of: "\"") : nil
        guard let colon = text[(author ?? text.startIndex)...].firstIndex(of: ":") else { return true }
        return text[colon...].dropFirst().first?.isWhitespace != true
    }

    static func beginsRollbackComment(_ line: Substring) -> Bool {
        var text = line.drop(while: \.isWhitespace)
        guard text.hasPrefix("/*") else { return false }
        text = text.dropFirst(2).drop(while: \.isWhitespace)
        guard text.prefix(9).lowercased() == "liquibase" else { return false }
        text = text.dropFirst(9).drop(while: \.isWhitespace)
        return text.prefix(8).lowercased() == "rollback" && text.dropFirst(8).allSatisfy(\.isWhitespace)
    }

    static func endsRollbackComment(_ line: Substring) -> Bool { line.trimmed.hasSuffix("*/") }
}
