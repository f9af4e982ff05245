/// Scripts that npm-run-all runs one after the other, or at the same time (npm-run-all, docs, "npm-run-all").
struct ScriptGroup: Hashable {
    var areConcurrent = false
    var names: [String] = []

    /// The groups of a command line: each of `-s` and `-p` begins another; nil for a line that is not understood.
    ///
    /// - Parameters:
    ///   - program: `npm-run-all`, or `run-s` or `run-p`, which have one group.
    ///   - words: the words after it.
    ///   - scripts: the names of all scripts.
    /// - Returns: the groups that have names.
    static func groups(
        after program: String, _ words: [String], among scripts: [String]
    ) -> [ScriptGroup]? {
        let hasOneGroup = program == "run-s" || program == "run-p"
        var groups = [(areConcurrent: program == "run-p", patterns: [String]())]
        for word in words.flatMap(flags) {
            switch word {
            case "-l", "--print-label", "-n", "--print-name", "--silent", "--color", "--no-color",
                "--aggregate-output":
                break
            case "-s" where hasOneGroup: break
            case "-s", "--sequential", "--serial", "-p", "--parallel":
                if hasOneGroup { return nil }
                groups.append((["-p", "--parallel"].contains(word), []))
            case _ where word.hasPrefix("-"): return nil
            default: groups[groups.count - 1].patterns.append(word)
            }
        }
        var result: [ScriptGroup] = []
        for group in groups where !group.patterns.isEmpty {
            guard let names = names(matching: group.patterns, among: scripts) else { return nil }
            result.append(
                ScriptGroup(areConcurrent: group.areConcurrent && names.count > 1, names: names))
        }
        return result
    }

    /// `-ls` is `-l -s`.
    private static func flags(_ word: String) -> [String] {
        let letters = word.dropFirst()
        guard word.hasPrefix("-"), !letters.isEmpty, letters.allSatisfy({ "clnprs".contains($0) })
        else { return [word] }
        return letters.map { "-\($0)" }
    }

    /// The scripts that patterns name, each only for the first of several patterns; nil where one names none.
    private static func names(
        matching patterns: [String], among scripts: [String]
    ) -> [String]? {
        var names: [String] = []
        var sources: [String: String] = [:]
        for pattern in patterns {
            let found = scripts.filter { matches($0, pattern) }
            if found.isEmpty { return nil }
            for name in found where sources[name] == nil || sources[name] == pattern {
                sources[name] = pattern
                names.append(name)
            }
        }
        return names
    }

    /// Whether a pattern names a script: `*` stops at colons, `**` between them does not.
    private static func matches(_ name: String, _ pattern: String) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
        let prefix = pattern[..<star]
        let rest = pattern[star...]
        guard name.hasPrefix(prefix), name.count > prefix.count else { return false }
        let isDeep = rest == "**" && (prefix.isEmpty || prefix.hasSuffix(":"))
        return isDeep || (rest == "*" && !name.dropFirst(prefix.count).contains(":"))
    }
}
