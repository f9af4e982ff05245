import DevtoolKit

/// Patterns for paths; the last one that matches a path decides.
///
/// ```swift
/// let glob = try Glob(["src/**/*.c", "!src/gen"])
/// glob.matches("src/a/b.c")    // true
/// glob.matches("src/gen/b.c")  // false
/// ```
///
/// - `*` and `?` match any characters, and one, of a name; `[a-z]` and `[!a]` one of a set; `**` any folders; `{a,b}`
///   one of several alternatives; `\` escapes a character.
/// - A leading `!` excludes what earlier patterns match; later ones may include it again.
/// - Wildcards match the dot of a hidden name only in patterns that exclude.
/// - A pattern whose last name has no wildcards also matches all files in a folder of that name. So does every pattern
///   with a trailing slash, which matches only folders.
struct Glob: Sendable {
    let rules: [GlobRule]

    init(_ patterns: [String]) throws(Problem) {
        var rules: [GlobRule] = []
        for pattern in patterns { rules += try GlobRule.rules(of: pattern) }
        self.rules = rules
    }

    /// The state in the folder that relative patterns start from; `nil` if they match nothing there.
    var start: GlobPlace? { GlobPlace(start: rules, isAbsolute: false) }

    /// The state in the root of the file system; `nil` if no pattern is absolute.
    var root: GlobPlace? { GlobPlace(start: rules, isAbsolute: true) }

    func matches(_ path: String) -> Bool { matches(Array(path.utf8)) }

    /// Whether the patterns match a file with this path, which need not exist.
    func matches(_ path: [UInt8]) -> Bool {
        var place = path.first == UInt8(ascii: "/") ? root : start
        let names = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for name in names.dropLast() { place = name.withUnsafeBufferPointer { place?.below($0, isLink: false) } }
        return names.last?.withUnsafeBufferPointer { place?.includes($0) } ?? false
    }
}

struct GlobPlace: Sendable {
    private struct State: Sendable, Equatable {
        var rule: Int
        var step: Int
    }

    private let rules: [GlobRule]
    /// Sorted by rule, the last rule first.
    private var states: [State] = []

    /// The names that may match, sorted; `nil` if any may.
    private(set) var names: [[UInt8]]? = []
    /// Whether `..` may match, which listings omit.
    private(set) var leadsUp = false

    fileprivate init?(start rules: [GlobRule], isAbsolute: Bool) {
        self.init(rules) { place in
            for index in rules.indices.reversed() where rules[index].isAbsolute == isAbsolute {
                place.add(State(rule: index, step: 0))
            }
        }
    }

    private init?(_ rules: [GlobRule], adding: (inout GlobPlace) -> Void) {
        self.rules = rules
        adding(&self)
        guard settle() else { return nil }
    }

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

    /// The state in a subfolder; `nil` if the patterns match nothing there.
    ///
    /// A symbolic link is followed only if no wildcard precedes it.
    func below(_ name: UnsafeBufferPointer<UInt8>, isLink: Bool) -> GlobPlace? {
        GlobPlace(rules) { place in
            for state in states {
                let rule = rules[state.rule]
                if isLink, !rule.isExclusion, state.step >= rule.literalCount { continue }
                switch rule.steps[state.step] {
                case .anywhere: if rule.isExclusion || !name.isHidden { place.add(state) }
                case .name(let pattern):
                    if state.step + 1 < rule.steps.count, pattern.matches(name, hidden: rule.isExclusion) {
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

    /// Computes `names` and `leadsUp`; returns `false` if nothing can match.
    private mutating func settle() -> Bool {
        // Rules before one that excludes everything below have no effect.
        let all = states.firstIndex { state in
            let rule = rules[state.rule]
            return rule.isExclusion && state.step == rule.steps.count - 1 && rule.steps[state.step] == .anywhere
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
            return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
        }
        return isAlive
    }
}
