import TestSupport
import Testing

/// Random projects with patterns and loops run as the same projects do that name everything.
@Suite struct RunPatternModelScenarios {
    /// A file's tasks; groups, which lead to others, have names that no pattern matches.
    private struct ModelFile {
        let namespace: String
        var leaves: [String] = []
        var groups: [Group] = []
    }

    private struct Group {
        let name: String
        var needs: [String] = []
        var steps: [Step] = []
    }

    private enum Step {
        case line(String)
        /// Tasks, or patterns.
        case tasks([String])
        case loop([String], Body)

        enum Body { case line, call, tasks([String]) }
    }

    /// An independent reading of a pattern.
    private static func matches(_ pattern: String, _ name: String) -> Bool {
        var text = "^"
        for (index, part) in pattern.split(separator: ":").enumerated() {
            if part == "**" {
                text += index == 0 ? "([^:]+:)*([^:]+)?" : "(:[^:]+)*"
            } else {
                text += (index == 0 || text.hasSuffix(")?") ? "" : ":") + part.replacing("*", with: "[^:]*")
            }
        }
        guard let expression = try? Regex(text + "$") else { return false }
        return name.wholeMatch(of: expression) != nil
    }

    private struct Project {
        var files: [ModelFile] = []

        private func fullNames(_ file: ModelFile) -> [String] {
            file.leaves.map { file.namespace.isEmpty ? $0 : "\(file.namespace):\($0)" }
        }

        /// What a pattern stands for in a file: the tasks of the innermost namespace that has any.
        func names(for word: String, in namespace: String) -> [String] {
            let all = files.flatMap(fullNames)
            var scopes = [namespace]
            while let last = scopes.last, !last.isEmpty {
                scopes.append(last.split(separator: ":").dropLast().joined(separator: ":"))
            }
            for scope in scopes {
                let found = all.filter {
                    RunPatternModelScenarios.matches(scope.isEmpty ? word : "\(scope):\(word)", $0)
                }
                if !found.isEmpty { return found }
            }
            return []
        }

        init(using random: inout SplitMix64) {
            for namespace in ["", "a", "a:c", "b"] {
                var file = ModelFile(namespace: namespace)
                file.leaves = ["x", "y", "xy", "x:y", "z"].filter { _ in Bool.random(using: &random) }
                files.append(file)
            }
            let patterns = ["*", "x*", "*:x", "a:*", "**", "**:x", "*:*", "a:**", "*y", "x:*", "**:c:*"]
            for index in files.indices {
                for number in 0..<Int.random(in: 1...2, using: &random) {
                    let namespace = files[index].namespace
                    func some(using random: inout SplitMix64) -> [String] {
                        (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
                            patterns.randomElement(using: &random)
                        }.filter { !names(for: $0, in: namespace).isEmpty }
                    }
                    var group = Group(name: "_g\(number)", needs: some(using: &random))
                    for step in 0..<Int.random(in: 1...4, using: &random) {
                        let items = (0..<Int.random(in: 0...3, using: &random)).map { "i\(step)\($0)" }
                        let others = some(using: &random)
                        switch Int.random(in: 0..<5, using: &random) {
                        case 0: group.steps.append(.loop(items, .line))
                        case 1: group.steps.append(.loop(items, .call))
                        case 2 where !others.isEmpty: group.steps.append(.loop(items, .tasks(others)))
                        case 3 where !others.isEmpty: group.steps.append(.tasks(others))
                        default: group.steps.append(.line("\(step)"))
                        }
                    }
                    files[index].groups.append(group)
                }
            }
        }

        /// The text of a file; if it is plain, without patterns and loops.
        func yaml(_ file: ModelFile, isPlain: Bool) -> String {
            func list(_ words: [String]) -> String {
                var names: [String] = []
                for word in words where isPlain {
                    for name in self.names(for: word, in: file.namespace) where !names.contains(name) {
                        names.append(name)
                    }
                }
                return "[\((isPlain ? names : words).map { "\"\($0)\"" }.joined(separator: ", "))]"
            }
            func step(_ body: Step.Body, _ item: String) -> String {
                switch body {
                case .line: "run: \"echo \(file.namespace) \(item)\""
                case .call: "task: _one, params: {v: \"\(item)\"}"
                case .tasks(let others): "tasks: \(list(others))"
                }
            }
            var text = "tasks:\n  _one: {params: {v: none}, run: \"echo one ${params.v}\"}\n"
            for leaf in file.leaves { text += "  \(leaf): echo leaf \(file.namespace) \(leaf)\n" }
            for group in file.groups {
                text += "  \(group.name):\n    needs: \(list(group.needs))\n    run:\n      - echo \(group.name)\n"
                for one in group.steps {
                    switch one {
                    case .line(let line): text += "      - echo \(file.namespace) line \(line)\n"
                    case .tasks(let others): text += "      - {tasks: \(list(others))}\n"
                    case .loop(let items, let body) where isPlain:
                        for item in items { text += "      - {\(step(body, item))}\n" }
                    case .loop(let items, let body):
                        text +=
                            "      - {for: {var: i, in: [\(items.joined(separator: ", "))]}, \(step(body, "${vars.i}"))}\n"
                    }
                }
            }
            if file.namespace == "a" { text += "includes: {c: a-c.yml}\n" }
            if file.namespace.isEmpty {
                let groups = files.flatMap { file in
                    file.groups.map { "[\"\(file.namespace.isEmpty ? "" : file.namespace + ":")\($0.name)\"]" }
                }
                text += "  all: {internal: true, needs: [\(groups.joined(separator: ", "))]}\n  _all: {needs: all}\n"
                text += "includes: {a: a.yml, b: b.yml}\n"
            }
            return text
        }

        func scenario(isPlain: Bool) throws -> Scenario {
            var scenario = try Scenario().config(yaml(files[0], isPlain: isPlain))
            for file in files.dropFirst() {
                scenario = try scenario.file(
                    file.namespace.replacing(":", with: "-") + ".yml", yaml(file, isPlain: isPlain))
            }
            return scenario
        }
    }

    @Test(arguments: 0..<UInt64(rounds(300))) func patternsAndLoopsAreWhatTheyStandFor(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let project = Project(using: &random)
        let plain = try await project.scenario(isPlain: true).run("run", "-q", "-j1", "_all")
        let short = try await project.scenario(isPlain: false).run("run", "-q", "-j1", "_all")
        #expect(short.outputText == plain.outputText, "\(project.files.map { project.yaml($0, isPlain: false) })")
        #expect(short.errorText == "" && plain.errorText == "")
        plain.exits(0)
        short.exits(0)
    }
}
