/// What a justfile says, as it stands there: a text with a name in it refers to a variable.
struct Justfile {
    /// A variable.
    struct Assignment {
        let name: String
        let value: ConvertedValue
        let line: Int
        var isExported = false
        var comments: [String] = []
    }

    struct Setting {
        let name: String
        /// Its values: of `set shell := ['bash', '-c']` two, and none for `set quiet`.
        let values: [ConvertedText]
        let line: Int

        var isOn: Bool { values.isEmpty || values[0] == .reference(.variable("true")) }
    }

    /// `mod`, or `import`, which has no name.
    struct Part {
        var name: String?
        let path: String?
        let isOptional: Bool
        let line: Int
    }

    struct Attribute {
        let name: String
        let arguments: [ConvertedText]
        let line: Int
    }

    struct Parameter {
        /// How many words it takes.
        enum Kind { case one, any, several }

        let name: String
        let kind: Kind
        let isExported: Bool
        let defaultValue: ConvertedText?
    }

    struct Dependency {
        /// The name, as in `web:build` for `web::build`.
        let name: String
        var arguments: [ConvertedText] = []
        var comesAfter = false
    }

    /// A line of a recipe.
    struct Line {
        var text = ConvertedText()
        let number: Int

        /// The text that it begins with.
        var start: String {
            if case .text(let text)? = text.pieces.first { text } else { "" }
        }

        /// The line without what it begins with.
        func dropping(_ prefix: some StringProtocol) -> Line {
            guard case .text(let start)? = text.pieces.first, start.hasPrefix(prefix) else {
                return self
            }
            let rest = ConvertedText(String(start.dropFirst(prefix.count)))
            return Line(
                text: rest + ConvertedText(Array(text.pieces.dropFirst())), number: number)
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
        /// Whether it is one of a file that is imported.
        var isImported = false

        func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

        /// The systems that it is for; empty for all.
        var systems: [String] {
            let known = [
                "linux", "unix", "macos", "windows", "freebsd", "openbsd", "android", "netbsd",
                "dragonfly",
            ]
            return attributes.map(\.name).filter(known.contains)
        }
    }

    var comments: [String] = []
    var assignments: [Assignment] = []
    var settings: [Setting] = []
    var aliases: [(name: String, target: String, line: Int)] = []
    var parts: [Part] = []
    var recipes: [Recipe] = []
    var unreadable: [Unreadable] = []
    var finalComments: [String] = []
    /// Whether a recipe may ask in which folder just was started.
    var asksForInvocationFolder = false

    func setting(_ name: String) -> Setting? { settings.last { $0.name == name } }

    /// Whether a setting such as `set quiet` or `set quiet := true` is on.
    func isSet(_ name: String) -> Bool { setting(name)?.isOn ?? false }

    /// Adds what an imported file has.
    mutating func add(_ other: Justfile) {
        assignments = other.assignments + assignments
        settings += other.settings
        aliases += other.aliases
        parts += other.parts.filter { $0.name != nil }
        unreadable += other.unreadable
        asksForInvocationFolder = asksForInvocationFolder || other.asksForInvocationFolder
        recipes += other.recipes.map { recipe in
            var recipe = recipe
            recipe.isImported = true
            return recipe
        }
    }
}
