import Scanning

/// A statement of a makefile (GNU make manual 4.3, chapters 3 to 6).
enum MakeStatement {
    case comment(String)
    /// `NAME := value`, for one target if one is named.
    case variable(MakeAssignment, target: String?)
    case export(names: String)
    case include(String, isOptional: Bool)
    case rule(MakeRule)
    /// One that is not converted.
    case other(String)
}

/// An assignment.
struct MakeAssignment {
    let name: String
    /// `=`, `:=`, `?=`, `+=` or `!=`.
    var sign: String
    let value: String
    var isExported = false
    /// Whether it is not for what its target needs.
    var isPrivate = false
}

/// A rule with its recipe.
struct MakeRule {
    let targets: String
    let prerequisites: String
    /// What `##` after the prerequisites says.
    var help: String?
    var recipe: [(text: String, line: Int, conditions: [MakeCondition])] = []
}

/// A condition around statements, or its opposite.
struct MakeCondition: Hashable {
    /// `ifeq`, `ifneq`, `ifdef`, `ifndef`.
    let directive: String
    let arguments: String
    /// Its line, from 1.
    let line: Int
    var isNegated = false
}

/// Reads a makefile into statements.
struct MakefileParser {
    /// A statement with its line, and the conditions around it.
    struct Located {
        let statement: MakeStatement
        let line: Int
        let conditions: [MakeCondition]
    }

    private let lines: [String]
    private var index = 0
    private var statements: [Located] = []
    /// For each open conditional the conditions that hold: of `else if` several.
    private var open: [[MakeCondition]] = []
    private var rule: (rule: MakeRule, line: Int, conditions: [MakeCondition])?

    /// Reads a file.
    ///
    /// - Throws: ``ConversionFailure`` for a conditional or a definition without its end, or a line that is nothing.
    static func parse(_ bytes: [UInt8], in name: String? = nil) throws(ConversionFailure)
        -> [Located]
    {
        var parser = MakefileParser(String(decoding: bytes, as: UTF8.self))
        do throws(ConversionFailure) {
            try parser.read()
        } catch {
            throw ConversionFailure(error.message, line: error.line, column: error.column, in: name)
        }
        return parser.statements
    }

    private init(_ text: String) {
        lines = text.lines
    }

    private var conditions: [MakeCondition] { open.flatMap(\.self) }

    private mutating func read() throws(ConversionFailure) {
        while index < lines.count {
            let line = lines[index]
            if line.hasPrefix("\t"), rule != nil {
                readRecipeLine()
            } else if line.allSatisfy(\.isWhitespace) {
                // Comments above it at the top are those of the file.
                if rule == nil { add(.comment(""), index + 1) }
                index += 1
            } else if line.isMakeComment {
                readComment()
            } else {
                try readStatement()
            }
        }
        endRule()
        if !open.isEmpty {
            throw ConversionFailure("a conditional without 'endif'", line: lines.count)
        }
    }

    private mutating func add(_ statement: MakeStatement, _ line: Int) {
        statements.append(Located(statement: statement, line: line, conditions: conditions))
    }

    private mutating func endRule() {
        guard let ended = rule else { return }
        rule = nil
        statements.append(
            Located(statement: .rule(ended.rule), line: ended.line, conditions: ended.conditions))
    }

    /// A comment, which backslashes join with the lines after it.
    private mutating func readComment() {
        let number = index + 1
        var comment = [lines[index].trimmed]
        while lines[index].isContinued, index + 1 < lines.count {
            index += 1
            comment.append("# " + lines[index].trimmed)
        }
        index += 1
        // A comment between the lines of a recipe does not end it.
        let next = lines[index...].first { !$0.isMakeComment }
        if rule == nil || next?.hasPrefix("\t") != true { endRule() }
        for line in comment { add(.comment(line), number) }
    }

    private mutating func readRecipeLine() {
        let number = index + 1
        var text = String(lines[index].dropFirst())
        index += 1
        while text.isContinued, index < lines.count {
            let next = lines[index]
            text += "\n" + (next.hasPrefix("\t") ? next.dropFirst() : next[...])
            index += 1
        }
        if text.allSatisfy(\.isWhitespace) { return }
        let around = conditions
        rule?.rule.recipe.append((text, number, around))
    }

    /// A line with those that backslashes join to it.
    private mutating func logicalLine() -> String {
        var text = lines[index]
        index += 1
        while text.isContinued, index < lines.count {
            while text.last == "\\" || text.last?.isWhitespace == true { text.removeLast() }
            text += " " + lines[index].trimmed
            index += 1
        }
        return text
    }

    private mutating func readStatement() throws(ConversionFailure) {
        let number = index + 1
        let text = logicalLine()
        let (word, rest) = Self.firstWord(text)
        switch word {
        case "ifeq", "ifneq", "ifdef", "ifndef":
            open.append([
                MakeCondition(
                    directive: word, arguments: Self.withoutComment(rest), line: number)
            ])
            return
        case "else":
            guard var conditions = open.popLast(), !conditions.isEmpty else {
                throw ConversionFailure("'else' without a conditional", line: number)
            }
            conditions[conditions.count - 1].isNegated = true
            let (next, arguments) = Self.firstWord(rest)
            if ["ifeq", "ifneq", "ifdef", "ifndef"].contains(next) {
                conditions.append(
                    MakeCondition(
                        directive: next, arguments: Self.withoutComment(arguments), line: number))
            }
            open.append(conditions)
            return
        case "endif":
            guard open.popLast() != nil else {
                throw ConversionFailure("'endif' without a conditional", line: number)
            }
            return
        default: break
        }
        endRule()
        switch word {
        case "define":
            let start = index
            while index < lines.count, lines[index].trimmed != "endef" { index += 1 }
            guard index < lines.count else {
                throw ConversionFailure("'define' without 'endef'", line: number)
            }
            let value = lines[start..<index].joined(separator: "\n")
            index += 1
            let name =
                rest.split { $0 == " " || $0 == "=" || $0 == ":" }.first.map(String.init) ?? ""
            add(.variable(MakeAssignment(name: name, sign: "=", value: value), target: nil), number)
        case "include", "-include", "sinclude":
            add(.include(Self.withoutComment(rest), isOptional: word != "include"), number)
        case "export" where Self.assignment(rest) == nil:
            add(.export(names: Self.withoutComment(rest)), number)
        case "export", "override", "private":
            guard var assignment = Self.assignment(rest) else { fallthrough }
            assignment.isExported = word == "export"
            add(.variable(assignment, target: nil), number)
        case "unexport", "undefine", "vpath", "load": add(.other(text), number)
        default: try readRuleOrVariable(text, number)
        }
    }

    private mutating func readRuleOrVariable(
        _ text: String, _ number: Int
    ) throws(ConversionFailure) {
        if let assignment = Self.assignment(text) {
            add(.variable(assignment, target: nil), number)
            return
        }
        let functions = ["$(info ", "$(warning ", "$(error ", "$(eval ", "$(call "]
        let isCall = functions.contains(where: text.trimmed.hasPrefix)
        guard !isCall, let colon = Self.firstIndex(of: ":", in: text) else {
            // A line such as $(eval …) or $(info …).
            guard text.trimmed.hasPrefix("$") else {
                throw ConversionFailure("expected a rule or a variable", line: number)
            }
            add(.other(text), number)
            return
        }
        let targets = String(text[..<colon]).trimmed
        var rest = text[text.index(after: colon)...]
        if rest.first == ":" { rest = rest.dropFirst() }
        if rest.first == "&" { rest = rest.dropFirst() }
        if let assignment = Self.targetAssignment(String(rest)) {
            add(.variable(assignment, target: targets), number)
            return
        }
        var help: String?
        if let range = rest.firstRange(of: "##") {
            help = String(rest[range.upperBound...]).trimmed
        }
        var prerequisites = Self.withoutComment(String(rest))
        var recipe: [(text: String, line: Int, conditions: [MakeCondition])] = []
        if let semicolon = Self.firstIndex(of: ";", in: prerequisites) {
            let line = String(prerequisites[prerequisites.index(after: semicolon)...]).trimmed
            prerequisites = String(prerequisites[..<semicolon])
            if !line.isEmpty { recipe = [(line, number, conditions)] }
        }
        let rule = MakeRule(
            targets: targets, prerequisites: prerequisites.trimmed, help: help, recipe: recipe)
        self.rule = (rule, number, conditions)
    }

    private static func firstWord(_ text: String) -> (String, String) {
        let text = text.drop(while: \.isWhitespace)
        let word = text.prefix { !$0.isWhitespace && $0 != "(" }
        return (String(word), text.dropFirst(word.count).trimmed)
    }

    /// The first place of a character outside of `$(…)`.
    private static func firstIndex(of character: Character, in text: String) -> String.Index? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(", "{": depth += 1
            case ")", "}": depth -= 1
            case character where depth <= 0: return index
            default: break
            }
        }
        return nil
    }

    static func withoutComment(_ text: String) -> String {
        var previous: Unicode.Scalar = " "
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if scalar == "#", previous != "\\" { return String(text[..<index]).trimmed }
            previous = scalar
        }
        return text.replacing("\\#", with: "#")
    }

    /// An assignment after the colon of a rule, such as `export NAME = value`.
    private static func targetAssignment(_ text: String) -> MakeAssignment? {
        let (word, rest) = firstWord(text)
        guard ["export", "override", "private"].contains(word),
            var assignment = targetAssignment(rest)
        else { return assignment(text) }
        if word == "export" { assignment.isExported = true }
        if word == "private" { assignment.isPrivate = true }
        return assignment
    }

    /// `NAME sign value`; nil for anything else.
    private static func assignment(_ text: String) -> MakeAssignment? {
        guard let equals = firstIndex(of: "=", in: text) else { return nil }
        var name = text[..<equals]
        var sign = "="
        for mark in [":::", "::", ":", "?", "+", "!"] where name.hasSuffix(mark) {
            name = name.dropLast(mark.count)
            sign = mark.hasPrefix(":") ? ":=" : mark + "="
            break
        }
        let trimmed = name.trimmed
        guard !trimmed.isEmpty,
            !trimmed.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "#" })
        else { return nil }
        let value = withoutComment(String(text[text.index(after: equals)...]))
        return MakeAssignment(
            name: trimmed, sign: sign, value: String(value.drop(while: \.isWhitespace)))
    }
}

extension String {
    /// Whether a line outside of a recipe is a comment; a mark that combines with the `#` changes nothing.
    fileprivate var isMakeComment: Bool { trimmed.utf8.first == UInt8(ascii: "#") }

    /// Whether the next line belongs to this one: an odd number of backslashes ends it.
    fileprivate var isContinued: Bool {
        !utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}
