/// A parsed justfile, in which names are references to variables.
struct Justfile {
    /// `set NAME := VALUES`, or an attribute such as `[NAME(VALUES)]`.
    struct Setting {
        let name: String
        let values: [ConvertedText]
        let line: Int

        var isOn: Bool { values.isEmpty || values[0] == .reference(.variable("true")) }
    }

    /// `mod NAME`, or `import` without a name.
    struct Part {
        var name: String?
        let path: String?
        let isOptional: Bool
        let line: Int
    }

    struct Dependency {
        /// Such as `web:build` for `web::build`.
        let name: String
        var arguments: [ConvertedText] = []
        var comesAfter = false
    }

    struct Recipe {
        let name: String
        var line: Int
        var isQuiet = false
        var parameters: [(parameter: ConvertedParameter, isExported: Bool)] = []
        var dependencies: [Dependency] = []
        var attributes: [Setting] = []
        var comments: [String] = []
        /// The comment directly above, which `just --list` shows.
        var description: String?
        var body: [(text: ConvertedText, line: Int)] = []
        /// The reason why its first line is not understood.
        var problem: String?
        var isImported = false

        func attribute(_ name: String) -> Setting? { attributes.first { $0.name == name } }

        /// Empty for all systems.
        var systems: [String] {
            let known = ["linux", "unix", "macos", "windows", "freebsd", "openbsd", "android", "netbsd", "dragonfly"]
            return attributes.map(\.name).filter(known.contains)
        }
    }

    var comments: [String] = []
    var assignments: [(variable: ConvertedVariable, isExported: Bool)] = []
    var settings: [Setting] = []
    var aliases: [(name: String, target: String, line: Int)] = []
    var parts: [Part] = []
    var recipes: [Recipe] = []
    var unreadable: [(line: Int, text: String)] = []
    var finalComments: [String] = []
    /// Whether a recipe may use the invocation directory.
    var asksForInvocationFolder = false

    func setting(_ name: String) -> Setting? { settings.last { $0.name == name } }

    func isSet(_ name: String) -> Bool { setting(name)?.isOn ?? false }

    /// Adds the contents of an imported file, which have lower precedence.
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
