/// What a target is, as all its rules tell.
enum MakeTarget {
    /// A name for what is to be done.
    case action
    /// A file that its recipe makes, of others if it has prerequisites.
    case file
    /// A name that its recipe uses, and that needs nothing: make runs it only where nothing has that name.
    case madeOnce
}

extension MakeReader {
    /// The targets of all rules.
    ///
    /// That one is a file is guessed, where it is not `.PHONY`: of its name, of `$@`, of prerequisites that are files.
    func targetsOfRules() -> [String: MakeTarget] {
        var own: [String: [MakeRule]] = [:]
        for (names, rule, _, _, _) in rules {
            for name in names { own[name, default: []].append(rule) }
        }
        var targets = own.mapValues { _ in MakeTarget.action }
        for (name, rules) in own where !phony.contains(name) {
            let lines = rules.flatMap(\.recipe).map(\.text)
            if lines.isEmpty { continue }
            let isFile =
                name.looksLikeFile || lines.contains { $0.contains("$@") }
                || rules.contains { rule in
                    prerequisites(rule).compactMap(\.literal).contains { own[$0] == nil }
                }
            if isFile {
                targets[name] = .file
            } else if rules.allSatisfy({ $0.prerequisites.trimmed.isEmpty }), name.isPlainName,
                lines.contains(where: { uses($0, name) })
            {
                targets[name] = .madeOnce
            }
        }
        return targets
    }

    /// Whether a word of a recipe's line is a name, or a path below it.
    ///
    /// Where no line uses the target's name, `.PHONY` was forgotten.
    private func uses(_ line: String, _ name: String) -> Bool {
        (scope.literal(line) ?? line).split { " \t'\";&|()=/".contains($0) }.contains { $0 == name }
    }
}

extension String {
    /// Whether it is a name that no shell and no program reads as something else.
    fileprivate var isPlainName: Bool {
        wholeMatch(of: /[\w.+][\w.+-]*/.asciiOnlyWordCharacters()) != nil
    }
}
