/// A target that rules name, as a task: what all of them say together.
struct MakeTarget {
    let name: String
    let line: Int
    var comments: [String] = []
    var description: String?
    var group: String?
    /// The targets and files that it needs, each once, in make's order.
    var prerequisites: [String] = []
    private var known: Set<String> = []
    var recipe: [(text: String, line: Int)] = []
    /// Whether it has a recipe, even an empty one.
    var hasRecipe = false
    /// Why it is left to make.
    var obstacle: (reason: String, line: Int)?
    /// Whether it may need more than is known.
    var isOpen = false

    init(_ name: String, line: Int) {
        self.name = name
        self.line = line
    }

    mutating func delegate(_ reason: String, at line: Int) { obstacle = obstacle ?? (reason, line) }

    /// Adds what another rule for it says.
    mutating func add(_ rule: MakeRule, needing names: [String], at line: Int) {
        let new = names.filter { known.insert($0).inserted }
        // The rule with the recipe comes first, for $<.
        if rule.hasRecipe, !prerequisites.isEmpty {
            var seen: Set<String> = []
            prerequisites = (names + prerequisites).filter { seen.insert($0).inserted }
        } else {
            prerequisites += new
        }
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

/// The patterns and suffixes by which make finds a rule for a file that no rule names.
struct ImplicitRules {
    /// The patterns of the makefile's own rules.
    private var patterns: [(start: Substring, end: Substring)] = []
    private var suffixes: Set<String>

    /// The suffixes of make's own rules (GNU make manual, 10.2), and those of what they make something of.
    private static let suffixes: Set = [
        ".out", ".a", ".ln", ".o", ".c", ".cc", ".C", ".cpp", ".p", ".f", ".F", ".m", ".r", ".y",
        ".l", ".ym",
        ".yl", ".s", ".S", ".mod", ".sym", ".def", ".h", ".info", ".dvi", ".tex", ".texinfo",
        ".texi",
        ".txinfo", ".w", ".ch", ".web", ".sh", ".elc", ".el",
    ]
    private static let sources = [
        ".o", ".c", ".cc", ".C", ".cpp", ".p", ".f", ".F", ".m", ".r", ".y", ".l", ".s", ".S",
        ".mod", ".sh",
        ".tex", ".texinfo", ".texi", ".txinfo", ".w", ".web",
    ]

    init() { suffixes = Self.suffixes }

    mutating func addSuffixes(_ names: [String]) { suffixes.formUnion(names) }

    /// Takes a target that is the pattern of a rule, such as `%.o` or `.c.o`.
    ///
    /// - Returns: false for any other.
    mutating func add(_ target: String) -> Bool {
        if target.contains("%") {
            let ends = target.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            patterns.append((ends[0], ends[1]))
            return true
        }
        guard target.hasPrefix("."), !target.contains("/") else { return false }
        if suffixes.contains(target) { return true }
        guard let dot = target.lastIndex(of: "."),
            suffixes.contains(String(target[..<dot])), suffixes.contains(String(target[dot...]))
        else { return false }
        patterns.append(("", target[dot...]))
        return true
    }

    /// Whether make may have a rule for a file that no rule names.
    func mayMake(_ name: String, isThere: (String) -> Bool) -> Bool {
        if patterns.contains(where: { name.hasPrefix($0.start) && name.hasSuffix($0.end) }) {
            return true
        }
        let file = RelativePath.name(of: name)
        let suffix = file.lastIndex(of: ".").map { String(file[$0...]) } ?? ""
        let stem = suffixes.contains(suffix) ? String(name.dropLast(suffix.count)) : name
        return Self.sources.contains { source in
            isThere(name + source) || (source != suffix && isThere(stem + source))
        }
    }
}
