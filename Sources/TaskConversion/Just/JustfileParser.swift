import Scanning

/// Parses a justfile (just's "Grammar"); an error affects only one statement or recipe.
struct JustfileParser {
    private var cursor: JustCursor
    private var file = Justfile()
    private var comments: [String] = []
    private var attributes: [Justfile.Setting] = []
    private var isAtTop = true

    /// `line` is that of the import, for all lines of an imported file.
    ///
    /// Throws ``ConversionFailure`` for an unclosed quote or bracket.
    static func parse(_ bytes: [UInt8], in name: String?, asLine line: Int? = nil) throws(ConversionFailure) -> Justfile
    {
        let text = try bytes.sourceText(in: name)
        var parser = JustfileParser(cursor: JustCursor(text, asLine: line))
        while !parser.cursor.isAtEnd { parser.readLine() }
        if let open = parser.cursor.openLine {
            throw ConversionFailure("a quote or a bracket is not closed", line: open, in: line == nil ? name : nil)
        }
        parser.file.asksForInvocationFolder =
            parser.cursor.asksForInvocationFolder || parser.file.recipes.contains { $0.attribute("no-cd") != nil }
        parser.file.finalComments = parser.comments.filter { !$0.isEmpty }
        return parser.file
    }

    private init(cursor: JustCursor) { self.cursor = cursor }

    private mutating func readLine() {
        let start = cursor.index
        cursor.skipBlanks()
        if cursor.isAtLineEnd {
            readBlankLine()
        } else if cursor.byte == UInt8(ascii: "#") {
            let start = cursor.index
            cursor.skipLine()
            let comment = cursor.text(from: start)
            if !(cursor.line == 1 && comment.hasPrefix("#!")) { comments.append(comment) }
        } else if cursor.index > start {
            leave(from: start)
        } else {
            isAtTop = false
            if !readStatement() { leave(from: start) }
        }
        _ = cursor.take("\n")
    }

    private mutating func readBlankLine() {
        if isAtTop {
            file.comments += comments
            comments = []
        } else if comments.last?.isEmpty == false {
            // Separates a comment that is not directly above an item and is therefore not its description.
            comments.append("")
        }
    }

    private mutating func leave(from start: Int) {
        cursor.index = start
        let line = cursor.line
        cursor.skipLine()
        file.unreadable.append((line, cursor.text(from: start).trimmed))
    }

    private mutating func takeComments() -> (comments: [String], description: String?) {
        var taken = comments
        comments = []
        var description: String?
        if let last = taken.last, !last.isEmpty {
            description = String(last.drop { $0 == "#" }).trimmed
            taken.removeLast()
        }
        return (taken.filter { !$0.isEmpty }, description == "" ? nil : description)
    }

    private mutating func takeAllComments() -> [String] {
        defer { comments = [] }
        attributes = []
        return comments.filter { !$0.isEmpty }
    }

    // MARK: statements

    private mutating func readStatement() -> Bool {
        let start = cursor.index
        let line = cursor.line
        if cursor.take("[") { return readAttributes(line) }
        if !cursor.isAt("@"), let name = cursor.name() {
            if readAssignment(name, line) { return true }
            let isOptional = cursor.take("?")
            cursor.skipBlanks()
            if read(name, isOptional, line) { return true }
        }
        cursor.index = start
        return readRecipe(line)
    }

    private mutating func readAssignment(_ name: String, _ line: Int, isExported: Bool = false) -> Bool {
        let start = cursor.index
        cursor.skipBlanks()
        guard cursor.take(":=") else {
            cursor.index = start
            return false
        }
        let (value, isShell) = assigned()
        let variable = ConvertedVariable(
            name: name, value: value, isShell: isShell, line: line, comments: takeAllComments())
        file.assignments.append((variable, isExported))
        return true
    }

    /// The value of an assignment: an expression, or the output of a shell line.
    private mutating func assigned() -> (value: ConvertedText, isShell: Bool) {
        cursor.skipBlanks()
        let start = cursor.index
        if let command = cursor.quoted(), command.quote == UInt8(ascii: "`"), !command.isIndented,
            cursor.takeStatementEnd()
        {
            return (ConvertedText(command.text), true)
        }
        cursor.index = start
        if let command = cursor.environmentVariable(), cursor.takeStatementEnd() {
            return (ConvertedText(command), true)
        }
        cursor.index = start
        if let value = cursor.expression(withinBrackets: false), cursor.takeStatementEnd() { return (value, false) }
        cursor.index = start
        cursor.skipBalanced()
        cursor.skipLine()
        return (.unknown("has a value that devtool cannot parse"), false)
    }

    /// `false` if the keyword is used otherwise, such as for a recipe's name.
    private mutating func read(_ keyword: String, _ isOptional: Bool, _ line: Int) -> Bool {
        switch keyword {
        case "set": return readSetting(line)
        case "export", "eager":
            guard let name = cursor.name() else { return false }
            return readAssignment(name, line, isExported: keyword == "export")
        case "unexport":
            guard cursor.name() != nil, cursor.takeStatementEnd() else { return false }
            file.settings.append(.init(name: "unexport", values: [], line: line))
        case "alias":
            guard let name = cursor.name() else { return false }
            cursor.skipBlanks()
            guard cursor.take(":="), let target = path(), cursor.takeStatementEnd() else { return false }
            file.aliases.append((name, target, line))
            attributes = []
        case "mod", "import":
            let name = keyword == "mod" ? cursor.name() : nil
            let path = cursor.value(withinBrackets: false)
            guard (name == nil) == (keyword == "import"), path.map({ $0.literal != nil }) ?? true,
                name != nil || path != nil, cursor.takeStatementEnd()
            else { return false }
            file.parts.append(.init(name: name, path: path?.literal, isOptional: isOptional, line: line))
            file.comments += takeAllComments()
        default: return false
        }
        return true
    }

    private mutating func readSetting(_ line: Int) -> Bool {
        guard let name = cursor.name() else { return false }
        var values: [ConvertedText] = []
        cursor.skipBlanks()
        if cursor.take(":=") {
            cursor.skipBlanks()
            if cursor.take("[") {
                guard let list = list(upTo: "]") else { return false }
                values = list
            } else {
                guard let value = cursor.expression(withinBrackets: false) else { return false }
                values = [value]
            }
        }
        guard cursor.takeStatementEnd() else { return false }
        file.settings.append(.init(name: name, values: values, line: line))
        return true
    }

    /// Reads comma-separated values up to the closing bracket; `nil` if one is not understood.
    private mutating func list(upTo end: String) -> [ConvertedText]? {
        var values: [ConvertedText] = []
        while true {
            cursor.skipBlanks(withinBrackets: true)
            if cursor.take(end) { return values }
            guard let value = cursor.expression(withinBrackets: true) else { return nil }
            values.append(value)
            cursor.skipBlanks(withinBrackets: true)
            guard cursor.take(",") || cursor.isAt(end) else { return nil }
        }
    }

    /// `[private, group('ci')]` or `[group: 'ci']`, after the opening bracket.
    private mutating func readAttributes(_ line: Int) -> Bool {
        while true {
            cursor.skipBlanks(withinBrackets: true)
            if cursor.take("]") { return cursor.takeStatementEnd() }
            guard let name = cursor.name() else { return false }
            var values: [ConvertedText] = []
            if cursor.take("(") {
                let start = cursor.index
                if let list = list(upTo: ")") {
                    values = list
                } else {
                    cursor.index = start
                    guard cursor.skipBalanced(upToLineEnd: false), cursor.take(")") else { return false }
                    values = [.unknown("has an attribute that devtool cannot parse")]
                }
            } else if cursor.take(":") {
                guard let value = cursor.value(withinBrackets: false) else { return false }
                values = [value]
            }
            attributes.append(.init(name: name, values: values, line: line))
            cursor.skipBlanks(withinBrackets: true)
            _ = cursor.take(",")
        }
    }

    // MARK: recipes

    private mutating func readRecipe(_ line: Int) -> Bool {
        let isQuiet = cursor.take("@")
        guard let name = cursor.name() else { return false }
        var recipe = Justfile.Recipe(name: name, line: line, isQuiet: isQuiet)
        let start = cursor.index
        if !readHeader(of: &recipe) {
            cursor.index = start
            cursor.skipBalanced()
            cursor.skipLine()
            guard cursor.text(from: start).contains(":") else { return false }
            recipe.problem = "has a first line that devtool cannot parse"
        }
        recipe.attributes = attributes
        attributes = []
        (recipe.comments, recipe.description) = takeComments()
        readBody(of: &recipe)
        file.recipes.append(recipe)
        return true
    }

    private mutating func readHeader(of recipe: inout Justfile.Recipe) -> Bool {
        cursor.skipBlanks()
        while !cursor.take(":") {
            guard let parameter = parameter() else { return false }
            recipe.parameters.append(parameter)
            cursor.skipBlanks()
        }
        var comesAfter = false
        while !cursor.takeStatementEnd() {
            if cursor.take("&&") {
                comesAfter = true
                continue
            }
            guard var dependency = dependency() else { return false }
            dependency.comesAfter = comesAfter
            recipe.dependencies.append(dependency)
        }
        return true
    }

    private mutating func parameter() -> (parameter: ConvertedParameter, isExported: Bool)? {
        let mayBeEmpty = cursor.take("*")
        let isRest = mayBeEmpty || cursor.take("+")
        let isExported = cursor.take("$")
        guard let name = cursor.name() else { return nil }
        cursor.skipBlanks()
        var parameter = ConvertedParameter(name)
        if cursor.take("=") {
            parameter.defaultText = cursor.value(withinBrackets: false)
            if parameter.defaultText == nil { return nil }
        }
        parameter.isRest = isRest
        parameter.isRequired = !mayBeEmpty && parameter.defaultText == nil
        return (parameter, isExported)
    }

    /// `name` or `(name value value)`.
    private mutating func dependency() -> Justfile.Dependency? {
        guard cursor.take("(") else { return path().map { .init(name: $0) } }
        cursor.skipBlanks(withinBrackets: true)
        guard let name = path() else { return nil }
        var dependency = Justfile.Dependency(name: name)
        while true {
            cursor.skipBlanks(withinBrackets: true)
            if cursor.take(")") { return dependency }
            guard let value = cursor.value(withinBrackets: true) else {
                // The argument is an expression with an operator, which is not supported.
                guard cursor.skipBalanced(upToLineEnd: false), cursor.isAt(")") else { return nil }
                dependency.arguments.append(.unknown("passes an argument that devtool cannot parse"))
                continue
            }
            dependency.arguments.append(value)
        }
    }

    /// A name with its modules: `web::build` becomes `web:build`.
    private mutating func path() -> String? {
        cursor.skipBlanks()
        guard var path = cursor.name() else { return nil }
        while cursor.take("::") {
            guard let name = cursor.name() else { return nil }
            path += ":" + name
        }
        return path
    }

    private mutating func readBody(of recipe: inout Justfile.Recipe) {
        var indent: String?
        while !cursor.isAtEnd {
            let end = cursor.index
            _ = cursor.take("\n")
            let start = cursor.index
            var line = (text: ConvertedText(), line: cursor.line)
            let blanks = cursor.take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !cursor.isAtLineEnd {
                guard !blanks.isEmpty else {
                    cursor.index = end
                    break
                }
                cursor.index = start
                indent = indent ?? blanks
                line.text = lineText().dropping(indent ?? "")
            }
            recipe.body.append(line)
        }
        while recipe.body.last?.text.pieces.isEmpty == true { recipe.body.removeLast() }
    }

    private mutating func lineText() -> ConvertedText {
        var text = ConvertedText()
        while !cursor.isAtLineEnd {
            text.append(cursor.take { $0 != UInt8(ascii: "{") && $0 != ASCII.lineFeed })
            if cursor.take("{{{{") {
                text.append("{{")
            } else if cursor.take("{{") {
                text.append(contentsOf: lineValue())
            } else if cursor.take("{") {
                text.append("{")
            }
        }
        return text
    }

    /// A value in `{{ }}`, after the opening braces.
    private mutating func lineValue() -> ConvertedText {
        let start = cursor.index
        if let value = cursor.expression(withinBrackets: true) {
            cursor.skipBlanks(withinBrackets: true)
            if cursor.take("}}") { return value }
        }
        cursor.index = start
        while !cursor.isAtLineEnd, !cursor.take("}}") { cursor.index += 1 }
        return .unknown("has an expression that devtool cannot parse")
    }
}
