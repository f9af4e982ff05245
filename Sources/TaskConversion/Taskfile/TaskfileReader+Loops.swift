import YAML

extension TaskfileReader {
    typealias Body = (YAMLNode, TaskfileReader, inout TaskfileScope) -> [ConvertedStep]

    /// The steps of a command or a dependency, once for each item of its `for`, if it has one and the items are
    /// known; otherwise a step that fails.
    func loop(over node: YAMLNode, _ own: inout TaskfileScope, _ body: Body) -> [ConvertedStep] {
        guard let list = node["for"] else { return body(node, self, &own) }
        guard let rounds = rounds(of: list, own) else {
            let leftover = Leftover(
                line: node.line, reason: "a loop over '\(list.shownText)'", text: node.shownText)
            return [.failure(leftover)]
        }
        var steps: [ConvertedStep] = []
        let outer = own.bindings
        for round in rounds {
            own.bindings.merge(round) { _, inner in inner }
            steps += body(node, self, &own)
        }
        own.bindings = outer
        return steps
    }

    /// The items of a loop, by the names that stand for them: a list, a variable with a text that is known, or a
    /// matrix of lists (Task's "Looping over values").
    private func rounds(of list: YAMLNode, _ own: TaskfileScope) -> [[String: ConvertedText]]? {
        if case .sequence(let items) = list.value { return rounds(of: items, as: "ITEM") }
        if let matrix = list["matrix"] { return rounds(ofMatrix: matrix) }
        guard let name = list["var"]?.text else { return nil }
        let item = list["as"]?.text ?? "ITEM"
        guard let value = node(ofVariable: name) else { return nil }
        if case .sequence(let items) = value.value { return rounds(of: items, as: item) }
        guard let text = value.scalarText, !text.contains("{{") else { return nil }
        let words: [String]
        if let separator = list["split"]?.scalarText, !separator.isEmpty {
            words = text.split(separator: separator).map { String($0) }
        } else {
            words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        return words.map { [item: ConvertedText($0)] }
    }

    private func rounds(of items: [YAMLNode], as name: String) -> [[String: ConvertedText]]? {
        let texts = items.compactMap(\.scalarText)
        guard texts.count == items.count, !texts.contains(where: { $0.contains("{{") }) else {
            return nil
        }
        return texts.map { [name: ConvertedText($0)] }
    }

    /// `{{.ITEM.OS}}` is what the matrix's `OS` stands for.
    private func rounds(ofMatrix matrix: YAMLNode) -> [[String: ConvertedText]]? {
        var rounds: [[String: ConvertedText]] = [[:]]
        for (_, name, list) in matrix.pairs {
            let texts = list.items.compactMap(\.scalarText)
            guard !texts.isEmpty, texts.count == list.items.count,
                !texts.contains(where: { $0.contains("{{") })
            else { return nil }
            rounds = rounds.flatMap { round in
                texts.map { round.merging(["ITEM.\(name)": ConvertedText($0)]) { _, new in new } }
            }
        }
        return rounds.count <= 200 ? rounds : nil
    }

    /// The value of a variable of the task that is read, or of the file.
    private func node(ofVariable name: String) -> YAMLNode? {
        currentTask?["vars"]?[name] ?? unit.root["vars"]?[name]
    }
}
