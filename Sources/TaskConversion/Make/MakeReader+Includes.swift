extension MakeReader {
    /// `include .env`, where files with variables for the environment are concerned; other files are left.
    mutating func include(
        _ names: String, isOptional: Bool, _ located: MakefileParser.Located
    ) {
        for name in MakeWords.words(names) {
            var isOptional = isOptional
            var conditions = located.conditions
            if let last = conditions.last, last.isThere(name) {
                conditions.removeLast()
                isOptional = true
            }
            switch condition(conditions) {
            case .never: continue
            case .line, .unknown:
                project.leftovers.append(
                    Leftover(line: located.line, reason: "'include' in a condition", text: name))
                continue
            case .always: break
            }
            if name.split(separator: "/").last?.contains(".env") == true || name == ".env" {
                var file = ConvertedDotenv(file: scope.text(name), isOptional: isOptional)
                file.comments = [
                    "# make prefers the values of \(name) to those of the environment, devtool does not."
                ]
                project.dotenv.append(file)
            } else if !isOptional || surroundings.read(name) != nil {
                project.leftovers.append(
                    Leftover(line: located.line, reason: "'include'", text: name))
            }
        }
    }
}

extension MakeCondition {
    /// Whether it is `ifneq (,$(wildcard FILE))`, so that it holds if there is a file.
    func isThere(_ name: String) -> Bool {
        guard directive.hasSuffix("eq"), (directive == "ifneq") != isNegated,
            let pair = MakeReader.pair(arguments)
        else { return false }
        let sides = [pair.0, pair.1].map { side in
            let side = side.filter { !"\"'".contains($0) }
            return side.hasPrefix("$(strip ") ? side.dropFirst(8).dropLast().trimmed : side
        }
        guard let index = sides.firstIndex(of: "") else { return false }
        let side = sides[1 - index]
        guard side.hasPrefix("$(wildcard "), side.hasSuffix(")") else { return false }
        let file = side.dropFirst("$(wildcard ".count).dropLast().trimmed
        return RelativePath.normalized(file) == RelativePath.normalized(name)
    }
}
