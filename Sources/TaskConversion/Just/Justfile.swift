/// The items of a justfile, as they stand in the file.
struct Justfile {
    struct Assignment {
        let name: String
        let value: String
        let line: Int
        var isExported = false
        var comments: [String] = []
    }

    struct Setting {
        let name: String
        let value: String
        let line: Int
    }

    struct Alias {
        let name: String
        let target: String
        let line: Int
    }

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
        let arguments: String
        let line: Int
    }

    struct Parameter {
        let name: String
        /// `*`, `+`, or nothing.
        let kind: String
        let isExported: Bool
        let defaultValue: String?
    }

    struct Dependency {
        let name: String
        let arguments: [String]
        let comesAfter: Bool
    }

    struct Recipe {
        let name: String
        let line: Int
        var isQuiet = false
        var parameters: [Parameter] = []
        var dependencies: [Dependency] = []
        var attributes: [Attribute] = []
        var comments: [String] = []
        /// The comment right above it, which `just --list` shows.
        var doc: String?
        var body: [(text: String, line: Int)] = []

        func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    }

    var comments: [String] = []
    var assignments: [Assignment] = []
    var settings: [Setting] = []
    var aliases: [Alias] = []
    var modules: [Module] = []
    var imports: [Import] = []
    var recipes: [Recipe] = []
    var leftovers: [Leftover] = []
    var finalComments: [String] = []

    func setting(_ name: String) -> Setting? { settings.last { $0.name == name } }

    /// Whether a setting such as `set quiet` or `set quiet := true` is on.
    func isSet(_ name: String) -> Bool {
        setting(name).map { $0.value.isEmpty || $0.value == "true" } ?? false
    }
}
