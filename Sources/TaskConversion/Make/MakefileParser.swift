import Scanning

/// A statement in a makefile (GNU make manual 4.3, chapters 3 to 6).
enum MakeStatement {
    /// With its `#`; empty for an empty line.
    case comment(String)
    /// `NAME := value`; `targets` for target-specific variables.
    case variable(MakeAssignment, targets: String?)
    /// `export NAMES`; without names, all variables.
    case export(String)
    case include(String, isOptional: Bool)
    case rule(MakeRule)
    /// Any other directive, or a function call at the top level.
    case other(String)
}

struct MakeAssignment {
    let name: String
    /// `=`, `:=`, `?=`, `+=` or `!=`.
    var sign: String
    let value: String
    var isExported = false
    /// The reason why it is not understood, such as `is defined with 'define'`.
    var obstacle: String?
}

struct MakeRule {
    let targets: String
    /// `:`, `::` or `&:`.
    let separator: String
    let prerequisites: String
    /// The text after `##` on the line of the prerequisites.
    var help: String?
    var recipe: [(text: String, line: Int)] = []
    /// Also true for an empty recipe.
    var hasRecipe = false
    /// The line of a conditional around a part of the recipe.
    var condition: Int?
}

struct LocatedStatement {
    var statement: MakeStatement
    var line: Int
    var isConditional: Bool
}

struct MakefileParser {
    private let lines: [String]
    private var index = 0
    private var statements: [LocatedStatement] = []
    private var depth = 0
    private var rule: (rule: MakeRule, line: Int, depth: Int)?
    private var recipePrefix = "\t"

    /// Throws ``ConversionFailure`` for an unterminated conditional or definition, and for an unknown statement.
    static func parse(_ bytes: [UInt8], in name: String? = nil) throws(ConversionFailure) -> [LocatedStatement] {
        var parser = MakefileParser(lines: try bytes.sourceText(in: name).lines)
        do throws(ConversionFailure) { try parser.read() } catch {
            throw ConversionFailure(error.message, line: error.line, column: error.column, in: name)
        }
        return parser.statements
    }

    private init(lines: [String]) { self.lines = lines }

    private mutating func read() throws(ConversionFailure) {
        while index < lines.count {
            let line = lines[index]
            if line.hasPrefix(recipePrefix), rule != nil {
                readRecipeLine()
            } else if line.isBlank {
                // Separates the comments of the file from those of the first item.
                if rule == nil { add(.comment(""), index + 1) }
                index += 1
            } else if line.isMakeComment {
                readComment()
            } else {
                try readStatement()
            }
        }
        endRule()
        if depth > 0 { throw ConversionFailure("a conditional has no 'endif'", line: lines.count) }
    }

    private mutating func add(_ statement: MakeStatement, _ line: Int, at depth: Int? = nil) {
        statements.append(LocatedStatement(statement: statement, line: line, isConditional: (depth ?? self.depth) > 0))
    }

    private mutating func endRule() {
        guard let ended = rule else { return }
        rule = nil
        add(.rule(ended.rule), ended.line, at: ended.depth)
    }

    /// Backslashes continue comments too.
    private mutating func readComment() {
        let number = index + 1
        var comment = [lines[index].trimmed]
        while lines[index].isContinued, index + 1 < lines.count {
            index += 1
            comment.append("# " + lines[index].trimmed)
        }
        index += 1
        // A comment between recipe lines does not end the recipe.
        let next = lines[index...].first { !$0.isMakeComment }
        if rule == nil || next?.hasPrefix(recipePrefix) != true { endRule() }
        for line in comment { add(.comment(line), number) }
    }

    private mutating func readRecipeLine() {
        let number = index + 1
        var text = [String(lines[index].dropFirst())]
        index += 1
        while text[text.count - 1].isContinued, index < lines.count {
            let next = lines[index]
            text.append(String(next.hasPrefix(recipePrefix) ? next.dropFirst() : next[...]))
            index += 1
        }
        // make drops a backslash at the end of a file.
        if text[text.count - 1].isContinued { text[text.count - 1].removeLast() }
        if text.allSatisfy(\.isBlank) { return }
        if depth != rule?.depth { rule?.rule.condition = number }
        rule?.rule.recipe.append((text.joined(separator: "\n"), number))
        rule?.rule.hasRecipe = true
    }

    private mutating func logicalLine() -> String {
        var parts = [lines[index]]
        index += 1
        while parts[parts.count - 1].isContinued {
            parts[parts.count - 1].removeLast()
            parts[parts.count - 1] = parts[parts.count - 1].trimmedEnd
            guard index < lines.count else { break }
            parts.append(String(lines[index].drop(while: \.isWhitespace)))
            index += 1
        }
        return parts.joined(separator: " ")
    }

    private mutating func readStatement() throws(ConversionFailure) {
        let number = index + 1
        let text = logicalLine()
        let (word, rest) = text.firstWord
        if try readConditional(word, number) { return }
        endRule()
        switch word {
        case "define": try readDefinition(rest, number)
        case _ where ["export", "override"].contains(word) && rest.firstWord.word == "define":
            try readDefinition(rest.firstWord.rest, number, isExported: word == "export")
        case "include", "-include", "sinclude":
            add(.include(rest.withoutMakeComment, isOptional: word != "include"), number)
        case "export":
            if var assignment = rest.assignment {
                assignment.isExported = true
                add(.variable(assignment, targets: nil), number)
            } else {
                add(.export(rest.withoutMakeComment), number)
            }
        case "override", "private", "unexport", "undefine", "vpath", "load":
            if text.assignment != nil { return try readRuleOrVariable(text, number) }
            guard var assignment = rest.assignment else { return add(.other(text), number) }
            assignment.obstacle = "is set with '\(word)'"
            add(.variable(assignment, targets: nil), number)
        default: try readRuleOrVariable(text, number)
        }
    }

    private mutating func readConditional(_ word: String, _ number: Int) throws(ConversionFailure) -> Bool {
        switch word {
        case "ifeq", "ifneq", "ifdef", "ifndef": depth += 1
        case "else", "endif":
            guard depth > 0 else { throw ConversionFailure("'\(word)' without a conditional", line: number) }
            if word == "endif" { depth -= 1 }
        default: return false
        }
        return true
    }

    private mutating func readDefinition(_ rest: String, _ number: Int, isExported: Bool = false)
        throws(ConversionFailure)
    {
        let start = index
        var depth = 1
        while index < lines.count, depth > 0 {
            let word = lines[index].firstWord.word
            if word == "define" { depth += 1 }
            if word == "endef" { depth -= 1 }
            index += 1
        }
        guard depth == 0 else { throw ConversionFailure("'define' without 'endef'", line: number) }
        let name = rest.split { " \t=:?+!".contains($0) }.first.map(String.init) ?? ""
        add(
            .variable(
                MakeAssignment(
                    name: name, sign: "=", value: lines[start..<(index - 1)].joined(separator: "\n"),
                    isExported: isExported, obstacle: "is defined with 'define'"), targets: nil), number)
    }

    private mutating func readRuleOrVariable(_ text: String, _ number: Int) throws(ConversionFailure) {
        if let assignment = text.assignment {
            if assignment.name == ".RECIPEPREFIX" { recipePrefix = assignment.value.first.map { String($0) } ?? "\t" }
            return add(.variable(assignment, targets: nil), number)
        }
        guard let colon = MakeText.firstIndex(of: ":", in: text) else {
            // A function call such as $(eval …) or $(info …).
            guard text.trimmed.hasPrefix("$") else {
                throw ConversionFailure("expected a rule or a variable", line: number)
            }
            return add(.other(text), number)
        }
        var targets = text[..<colon]
        var rest = text[text.index(after: colon)...]
        var separator = ":"
        if rest.first == ":" {
            rest.removeFirst()
            separator = "::"
        } else if targets.last == "&" {
            targets.removeLast()
            separator = "&:"
        }
        if let assignment = rest.targetAssignment {
            return add(.variable(assignment, targets: targets.trimmed), number)
        }
        rule = (MakeRule.parse(targets.trimmed, separator, rest, number), number, depth)
    }
}

extension MakeRule {
    /// The text after the colon may include the first line of the recipe.
    fileprivate static func parse(_ targets: String, _ separator: String, _ rest: Substring, _ line: Int) -> MakeRule {
        let end = MakeText.firstIndex(of: ";#", in: rest) ?? rest.endIndex
        var rule = MakeRule(targets: targets, separator: separator, prerequisites: rest[..<end].trimmed)
        if end < rest.endIndex, rest[end] == ";" {
            rule.hasRecipe = true
            let recipe = rest[rest.index(after: end)...].trimmed
            if !recipe.isEmpty { rule.recipe = [(recipe, line)] }
        } else if let range = rest[end...].firstRange(of: "##") {
            rule.help = rest[range.upperBound...].trimmed
        }
        return rule
    }
}

extension StringProtocol {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// Compares bytes, because a `#` with a combining mark also starts a comment.
    fileprivate var isMakeComment: Bool { utf8.first { !" \t".utf8.contains($0) } == UInt8(ascii: "#") }

    fileprivate var isContinued: Bool { !utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2) }

    fileprivate var trimmedEnd: String {
        var text = Substring(self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The first word, which also ends at a bracket, and the rest.
    fileprivate var firstWord: (word: String, rest: String) {
        let text = drop(while: \.isWhitespace)
        let word = text.prefix { !$0.isWhitespace && $0 != "(" }
        return (String(word), text.dropFirst(word.count).trimmed)
    }

    fileprivate var withoutMakeComment: String {
        let text = Substring(self)
        let end = MakeText.firstIndex(of: "#", in: text) ?? text.endIndex
        return text[..<end].trimmed.replacing("\\#", with: "#")
    }

    /// An assignment after a rule's colon, such as `export NAME = value`.
    fileprivate var targetAssignment: MakeAssignment? {
        let (word, rest) = firstWord
        let isModified = ["export", "override", "private"].contains(word)
        return (isModified ? rest.targetAssignment : nil) ?? assignment
    }

    fileprivate var assignment: MakeAssignment? {
        let text = Substring(self)
        guard let equals = MakeText.firstIndex(of: "=", in: text) else { return nil }
        var name = text[..<equals]
        var sign = "="
        for mark in [":::", "::", ":", "?", "+", "!"] where name.hasSuffix(mark) {
            name = name.dropLast(mark.count)
            sign = mark.hasPrefix(":") ? ":=" : mark + "="
            break
        }
        let trimmed = name.trimmed
        guard !trimmed.isEmpty, !trimmed.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "#" }) else {
            return nil
        }
        let rest = text[text.index(after: equals)...].drop(while: \.isWhitespace)
        let end = MakeText.firstIndex(of: "#", in: rest) ?? rest.endIndex
        // make keeps blanks before a comment.
        let value = String(rest[..<end]).replacing("\\#", with: "#")
        return MakeAssignment(name: trimmed, sign: sign, value: value)
    }
}
