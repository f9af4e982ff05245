import DevtoolKit

extension TaskReader {
    mutating func variables(_ node: YAMLNode, path: String) -> [TaskVariable] {
        variables(node, path: path, takesLists: true) { name in
            Self.isParameterName(name) ? nil : "'\(name)' is not a valid name for a variable"
        }
    }

    mutating func environment(_ node: YAMLNode, path: String) -> [TaskVariable] {
        variables(node, path: path, takesLists: false) { name in
            ProcessEnvironment.isName(name) ? nil : "'\(name)' is not a valid name for an environment variable"
        }
    }

    private mutating func variables(_ node: YAMLNode, path: String, takesLists: Bool, refusal: (String) -> String?)
        -> [TaskVariable]
    {
        validator.entries(of: node, in: path).compactMap { key, value in
            let source = source(value, path: "\(path).\(key.text)", takesLists: takesLists)
            if let refusal = refusal(key.text) {
                validator.report(refusal, at: key.node)
                return nil
            }
            return source.map { TaskVariable(name: key.text, source: $0, place: place(key.node)) }
        }
    }

    private mutating func source(_ node: YAMLNode, path: String, takesLists: Bool) -> TaskVariable.Source? {
        guard case .mapping(let pairs) = node.value else {
            return takesLists
                ? value(node, path: path).map { .value($0) }
                : text(node, path: path, emptyHint: Self.emptyHint).map { .value(.text($0)) }
        }
        if let mark = pairs.first(where: { $0.key.text == TaskKey.secret }) {
            if boolean(mark.value, path: "\(path).\(TaskKey.secret)") != true || takesLists {
                validator.report(
                    takesLists ? "'\(path)' cannot be a secret" : "'\(path).\(TaskKey.secret)' must be true",
                    at: mark.key, hint: takesLists ? "set it in 'env'" : nil)
                return nil
            }
            return validator.secret(node, path: path, besides: TaskKey.secret).map { .secret($0) }
        }
        if let (key, value) = pairs.first(where: { ["env", "file"].contains($0.key.text) }), let kind = key.text {
            let written = "{\(kind): \(value.text ?? "…"), \(TaskKey.secret): true}"
            validator.report(
                "'\(path)' refers to a secret, but has no '\(TaskKey.secret): true'", at: key,
                hint: takesLists
                    ? "set secrets in 'env': \(written)"
                    : "write \(written)"
                        + (kind == "env" ? ", or \"${\(value.text ?? "NAME")}\" for a value that may be shown" : ""))
            return nil
        }
        var sources: [TaskVariable.Source] = []
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Value.self) {
            switch key {
            case .command:
                let words = texts(value, path: path)
                if words.isEmpty || words[0].text.isEmpty {
                    validator.report("'\(path)' must be a program and its arguments", at: value)
                    return nil
                }
                if words.count == 1, words[0].text.contains(" "), !words[0].text.contains("/"),
                    !words[0].mayHaveReferences
                {
                    validator.report(
                        "'\(path)' is one string, so all of it is read as a program name", at: value,
                        hint: "write {shell: \(words[0].text)}, or the words as a list")
                }
                sources.append(.command(words))
            case .shell: if let line = text(value, path: path) { sources.append(.shell(line)) }
            }
        }
        if sources.count == 1 { return sources[0] }
        validator.report(
            "'\(path)' must have either 'command' or 'shell'", at: node,
            hint: "write {command: [git, describe]} or {shell: 'git describe | cut -c 2-'}")
        return nil
    }

    mutating func value(_ node: YAMLNode, path: String) -> LocatedValue? {
        if case .sequence = node.value { return .list(texts(node, path: path)) }
        return text(node, path: path, expected: "a string or a list of strings", emptyHint: Self.emptyHint).map {
            .text($0)
        }
    }

    private static let emptyHint = #"write "" for an empty string"#

    mutating func dotenv(_ node: YAMLNode, path: String) -> [DotenvFile] {
        guard case .sequence(let items) = node.value else { return dotenvFile(node, path: path).map { [$0] } ?? [] }
        return items.compactMap { dotenvFile($0, path: path) }
    }

    private mutating func dotenvFile(_ node: YAMLNode, path: String) -> DotenvFile? {
        guard case .mapping = node.value else {
            return text(node, path: path, expected: "a file or a list of files").map { DotenvFile(name: $0) }
        }
        var name: LocatedText?
        var isOptional = false
        for (key, value, path) in entries(of: node, in: path, by: TaskKey.Dotenv.self) {
            switch key {
            case .file: name = text(value, path: path)
            case .optional: isOptional = boolean(value, path: path) ?? false
            }
        }
        if name == nil { validator.report("missing 'file' in '\(path)'", at: node) }
        return name.map { DotenvFile(name: $0, isOptional: isOptional) }
    }

    mutating func scope(
        _ documents: [String: YAMLNode], of include: TaskInclude?, namespace: String, within outer: TaskFileScope?,
        number: Int
    ) -> TaskFileScope {
        func node(_ key: TaskKey) -> YAMLNode? { documents[key.rawValue] }
        return TaskFileScope(
            file.file.path, of: include, namespace: String(namespace.dropLast()), within: outer, number: number,
            variables: node(.variables).map { variables($0, path: "vars") } ?? [],
            environment: node(.environment).map { environment($0, path: "env") } ?? [],
            dotenv: node(.dotenv).map { dotenv($0, path: "dotenv") })
    }
}
