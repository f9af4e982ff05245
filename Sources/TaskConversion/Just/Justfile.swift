/// What a justfile says, as it stands there.
struct Justfile {
    /// A variable.
    struct Assignment {
        let name: String
        let value: JustExpression
        let line: Int
        var isExported = false
        var comments: [String] = []
    }

    struct Setting {
        let name: String
        /// Its values: of `set shell := ['bash', '-c']` two, and none for `set quiet`.
        let values: [JustExpression]
        let line: Int

        var isOn: Bool { values.isEmpty || values[0].isTrue }
    }

    struct Alias {
        let name: String
        let target: String
        let line: Int
    }

    /// `mod`.
    struct Module {
        let name: String
        let path: String?
        let isOptional: Bool
        let line: Int
        var comments: [String] = []
    }

    struct Import {
        let path: String
        let isOptional: Bool
        let line: Int
    }

    struct Attribute {
        let name: String
        let arguments: [JustExpression]
        let line: Int
    }

    struct Parameter {
        /// How many words it takes.
        enum Kind { case one, any, several }

        let name: String
        let kind: Kind
        let isExported: Bool
        let defaultValue: JustExpression?
    }

    struct Dependency {
        /// The name, as in `web:build` for `web::build`.
        let name: String
        var arguments: [JustExpression] = []
        var comesAfter = false
    }

    /// A line of a recipe.
    struct Line {
        var pieces: [Piece] = []
        let number: Int

        /// A part of a line.
        enum Piece {
            case text(String)
            /// What stands between `{{` and `}}`.
            case value(JustExpression)
        }

        /// The text that it begins with.
        var start: String {
            if case .text(let text)? = pieces.first { text } else { "" }
        }

        /// Whether the next line belongs to it.
        var isContinued: Bool {
            if case .text(let text)? = pieces.last { text.hasSuffix("\\") } else { false }
        }

        /// The line without what it begins with.
        func dropping(_ prefix: some StringProtocol) -> Line {
            var line = self
            guard case .text(let text)? = pieces.first, text.hasPrefix(prefix) else { return line }
            line.pieces[0] = .text(String(text.dropFirst(prefix.count)))
            return line
        }
    }

    struct Recipe {
        let name: String
        var line: Int
        var isQuiet = false
        var parameters: [Parameter] = []
        var dependencies: [Dependency] = []
        var attributes: [Attribute] = []
        var comments: [String] = []
        /// The comment right above it, which `just --list` shows.
        var description: String?
        var body: [Line] = []
        /// What is not understood of its first line; nil for nothing.
        var problem: String?
        /// How many files import each other up to the one that it is in.
        var depth = 0

        func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    }

    var comments: [String] = []
    var assignments: [Assignment] = []
    var settings: [Setting] = []
    var aliases: [Alias] = []
    var modules: [Module] = []
    var imports: [Import] = []
    var recipes: [Recipe] = []
    var unexports: [Int] = []
    var unreadable: [Unreadable] = []
    var finalComments: [String] = []
    /// Whether a recipe may ask in which folder just was started.
    var asksForInvocationFolder = false

    func setting(_ name: String) -> Setting? { settings.last { $0.name == name } }

    /// Whether a setting such as `set quiet` or `set quiet := true` is on.
    func isSet(_ name: String) -> Bool { setting(name)?.isOn ?? false }
}
