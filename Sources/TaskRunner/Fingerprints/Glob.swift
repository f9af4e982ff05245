/// Patterns for paths; the last matching one decides.
///
/// ```swift
/// let glob = try Glob(["src/**/*.c", "!src/gen"])
/// glob.matches("src/a/b.c")    // true
/// glob.matches("src/gen/b.c")  // false
/// ```
///
/// - `*` and `?` stand for any characters, and one, of a name; `[a-z]` and `[!a]` for one of a set;
///   `**` for any folders; `{a,b}` for one of several texts; `\` takes a character's meaning away.
/// - A leading `!` excludes what earlier patterns have matched; later ones may include it again.
/// - Wildcards of a pattern that includes do not match the dot of a hidden name; those of one that
///   excludes do.
/// - A pattern whose last name has no wildcards means all files below, where that is a folder; so does
///   every pattern that ends in a slash, but only for folders.
struct Glob: Sendable {
    /// What the patterns stand for, in their order.
    let rules: [GlobRule]

    /// Reads patterns.
    ///
    /// - Throws: ``GlobError``.
    init(_ patterns: [String]) throws(GlobError) {
        var rules: [GlobRule] = []
        for pattern in patterns { rules += try GlobRule.rules(of: pattern) }
        self.rules = rules
    }

    /// The patterns as seen from the folder that they begin in; nil where they match nothing from there.
    var start: GlobPlace? { GlobPlace(start: rules, isAbsolute: false) }

    /// The patterns as seen from the root of the file system; nil where none is absolute.
    var root: GlobPlace? { GlobPlace(start: rules, isAbsolute: true) }

    /// Whether a file would be among those that the patterns mean, by its path as they would name it.
    func matches(_ path: String) -> Bool { matches(Array(path.utf8)) }

    /// Whether a file would be among them, by the bytes of its path.
    func matches(_ path: [UInt8]) -> Bool {
        var place = path.first == UInt8(ascii: "/") ? root : start
        let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for name in names.dropLast() {
            place = name.withUnsafeBufferPointer { place?.below($0, isLink: false) }
        }
        return names.last?.withUnsafeBufferPointer { place?.includes($0) } ?? false
    }
}

/// The state of a ``Glob`` within one folder.
struct GlobPlace: Sendable {
    /// How much of a rule has been matched.
    private struct State: Sendable, Equatable {
        var rule: Int
        var step: Int
    }

    private let rules: [GlobRule]
    /// The last rule first.
    private var states: [State] = []

    /// The names that may matter, sorted; nil where any may.
    private(set) var names: [[UInt8]]? = []
    /// Whether the folder above may matter, which no folder lists.
    private(set) var leadsUp = false

    fileprivate init?(start rules: [GlobRule], isAbsolute: Bool) {
        self.rules = rules
        for index in rules.indices.reversed() where rules[index].isAbsolute == isAbsolute {
            add(State(rule: index, step: 0))
        }
        guard settle() else { return nil }
    }

    /// The same rules, further on.
    private init?(_ rules: [GlobRule], adding: (inout GlobPlace) -> Void) {
        self.rules = rules
        adding(&self)
        guard settle() else { return nil }
    }

    /// Whether a file of this name in the folder is meant.
    func includes(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for state in states {
            let rule = rules[state.rule]
            guard state.step == rule.steps.count - 1 else { continue }
            let matches =
                switch rule.steps[state.step] {
                case .name(let pattern): pattern.matches(name, hidden: rule.isExclusion)
                case .anywhere: rule.isExclusion || !name.isHidden
                }
            if matches { return !rule.isExclusion }
        }
        return false
    }

    /// What the patterns mean in a folder of this name in the folder; nil where they match nothing there.
    ///
    /// A symbolic link to a folder is followed only where no wildcard has led to it.
    func below(_ name: UnsafeBufferPointer<UInt8>, isLink: Bool) -> GlobPlace? {
        GlobPlace(rules) { place in
            for state in states {
                let rule = rules[state.rule]
                if isLink, !rule.isExclusion, state.step >= rule.literalCount { continue }
                switch rule.steps[state.step] {
                case .anywhere:
                    if rule.isExclusion || !name.isHidden { place.add(state) }
                case .name(let pattern):
                    if state.step + 1 < rule.steps.count,
                        pattern.matches(name, hidden: rule.isExclusion)
                    {
                        place.add(State(rule: state.rule, step: state.step + 1))
                    }
                }
            }
        }
    }

    private mutating func add(_ state: State) {
        if states.contains(state) { return }
        states.append(state)
        let steps = rules[state.rule].steps
        if steps[state.step] == .anywhere, state.step + 1 < steps.count {
            add(State(rule: state.rule, step: state.step + 1))
        }
    }

    /// Finds what is worth a look; false if nothing is.
    private mutating func settle() -> Bool {
        // What comes before a rule that excludes everything below has no say any more.
        let all = states.firstIndex { state in
            let rule = rules[state.rule]
            return rule.isExclusion && state.step == rule.steps.count - 1
                && rule.steps[state.step] == .anywhere
        }
        if let all { states.removeSubrange(all...) }
        var literals: [[UInt8]]? = []
        var isAlive = false
        for state in states where !rules[state.rule].isExclusion {
            isAlive = true
            guard let literal = rules[state.rule].steps[state.step].literal else {
                literals = nil
                continue
            }
            literals?.append(literal)
            if literal == Array("..".utf8) { leadsUp = true }
        }
        names = literals.map { literals in
            let sorted = literals.sorted { $0.lexicographicallyPrecedes($1) }
            return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }
                .map { sorted[$0] }
        }
        return isAlive
    }
}
