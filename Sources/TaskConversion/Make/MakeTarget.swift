import Scanning

/// A target with all of its rules combined.
struct MakeTarget {
    let name: String
    let line: Int
    var comments: [String] = []
    var description: String?
    var group: String?
    /// Distinct, in make's order.
    private(set) var prerequisites: [String] = []
    private(set) var recipe: [(text: String, line: Int)] = []
    /// Also true for an empty recipe.
    private(set) var hasRecipe = false
    private(set) var obstacle: (reason: String, line: Int)?
    var mayNeedMore = false

    init(_ name: String, line: Int) {
        self.name = name
        self.line = line
    }

    mutating func delegate(_ reason: String, at line: Int) { obstacle = obstacle ?? (reason, line) }

    mutating func add(_ rule: MakeRule, needing names: [String], at line: Int) {
        // The prerequisites of the rule with the recipe come first, for $<.
        prerequisites = (rule.hasRecipe ? names + prerequisites : prerequisites + names).distinct
        description = description ?? rule.help
        if let condition = rule.condition { delegate("has a conditional in its recipe", at: condition) }
        if rule.hasRecipe {
            if hasRecipe { delegate("has two recipes", at: line) }
            hasRecipe = true
            recipe = rule.recipe
        }
    }

    /// Uses a comment such as `## Builds it` or `## build: builds it` as the description.
    mutating func takeDescription() {
        guard description == nil, let last = comments.last, last.hasPrefix("##"), !last.hasPrefix("###") else { return }
        let text = last.drop { $0 == "#" }.trimmed
        guard !text.isEmpty else { return }
        comments.removeLast()
        description = text.hasPrefix("\(name):") ? text.dropFirst(name.count + 1).trimmed : text
    }
}
