extension YAMLNode {
    typealias Pair = (key: YAMLNode, value: YAMLNode)

    /// Replaces merge keys, such as `<<: *defaults` or `<<: [*one, *two]`, with the merged pairs (yaml.org, "Merge Key
    /// Language-Independent Type for YAML Version 1.1").
    ///
    /// The mapping's own keys take precedence, then those of the first merged mapping.
    static func merged(_ pairs: [Pair]) throws(YAMLParser.Failure) -> [Pair] {
        guard pairs.contains(where: \.key.isMergeKey) else { return pairs }
        var names = Set(pairs.compactMap(\.key.name))
        var merged: [Pair] = []
        for pair in pairs {
            guard pair.key.isMergeKey else {
                merged.append(pair)
                continue
            }
            for mapping in try pair.value.mappings {
                for other in mapping where other.key.name.map({ names.insert($0).inserted }) ?? true {
                    merged.append(other)
                }
            }
        }
        return merged
    }

    private var mappings: [[Pair]] {
        get throws(YAMLParser.Failure) {
            var mappings: [[Pair]] = []
            let nodes = if case .sequence(let items) = value { items } else { [self] }
            for node in nodes {
                guard case .mapping(let pairs) = node.value else {
                    throw YAMLParser.Failure(
                        "'<<' must be a mapping or a list of mappings, not \(node.kind)", line: node.line,
                        column: node.column)
                }
                mappings.append(pairs)
            }
            return mappings
        }
    }

    private var isMergeKey: Bool { if case .scalar("<<", isPlain: true) = value { true } else { false } }

    private var name: String? { if case .scalar(let text, _) = value { text } else { nil } }
}
