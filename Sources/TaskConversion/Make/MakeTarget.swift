import Scanning

/// A target that rules name, as a task: what all of them say together.
struct MakeTarget {
    let name: String
    let line: Int
    var comments: [String] = []
    var description: String?
    var group: String?
    /// The targets and files that it needs, each once, in make's order.
    private(set) var prerequisites: [String] = []
    private(set) var recipe: [(text: String, line: Int)] = []
    /// Whether it has a recipe, even an empty one.
    private(set) var hasRecipe = false
    /// Why it is left to make.
    private(set) var obstacle: (reason: String, line: Int)?
    /// Whether it may need more than is known.
    var mayNeedMore = false

    init(_ name: String, line: Int) {
        self.name = name
        self.line = line
    }

    mutating func delegate(_ reason: String, at line: Int) { obstacle = obstacle ?? (reason, line) }

    /// Adds what another rule for it says.
    mutating func add(_ rule: MakeRule, needing names: [String], at line: Int) {
        // The rule with the recipe comes first, for $<.
        prerequisites =
            (rule.hasRecipe ? names + prerequisites : prerequisites + names).distinct
        description = description ?? rule.help
        if let condition = rule.condition {
            delegate("has a condition in its recipe", at: condition)
        }
        if rule.hasRecipe {
            if hasRecipe { delegate("has two recipes", at: line) }
            hasRecipe = true
            recipe = rule.recipe
        }
    }

    /// Takes a comment such as `## Builds it`, or `## build: builds it`, as its description.
    mutating func takeDescription() {
        guard description == nil, let last = comments.last, last.hasPrefix("##"),
            !last.hasPrefix("###")
        else { return }
        let text = last.drop { $0 == "#" }.trimmed
        guard !text.isEmpty else { return }
        comments.removeLast()
        description = text.hasPrefix("\(name):") ? text.dropFirst(name.count + 1).trimmed : text
    }
}

/// The patterns by which make finds a rule for a file that no rule names.
struct ImplicitRules {
    /// The patterns of the makefile's own rules.
    private var patterns: [(start: Substring, end: Substring)] = []

    /// The suffixes of the files that make's own rules make something of (GNU make manual, 10.2), or make.
    private static let suffixes = [
        ".o", ".c", ".cc", ".C", ".cpp", ".p", ".f", ".F", ".m", ".r", ".y", ".l", ".s", ".S",
        ".mod", ".sh", ".tex", ".texinfo", ".texi", ".txinfo", ".w", ".web", ".a", ".h", ".dvi",
    ]

    /// Takes a target that is the pattern of a rule, such as `%.o` or `.c.o`.
    ///
    /// - Returns: false for any other.
    mutating func add(_ target: String) -> Bool {
        if target.contains("%") {
            let ends = target.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            patterns.append((ends[0], ends[1]))
            return true
        }
        guard target.hasPrefix("."), let dot = target.lastIndex(of: "."),
            Self.suffixes.contains(String(target[dot...])),
            dot == target.startIndex || Self.suffixes.contains(String(target[..<dot]))
        else { return false }
        patterns.append(("", target[dot...]))
        return true
    }

    /// Whether make may have a rule for a target without a recipe.
    func mayMake(_ name: String, isThere: (String) -> Bool) -> Bool {
        RelativePath.name(of: name).contains(".")
            || patterns.contains { name.hasPrefix($0.start) && name.hasSuffix($0.end) }
            || Self.suffixes.contains { isThere(name + $0) }
    }
}
