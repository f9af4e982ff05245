/// Merge keys, such as `<<: *defaults` or `<<: [*one, *two]` (yaml.org, "Merge Key Language-Independent Type for YAML
/// Version 1.1").
enum YAMLMerge {
    typealias Pair = (key: YAMLNode, value: YAMLNode)

    /// Replaces merge keys with the merged pairs.
    ///
    /// The mapping's own keys take precedence, then those of the first merged mapping.
    static func pairs(of pairs: [Pair]) throws(YAMLParser.Failure) -> [Pair] {
        guard pairs.contains(where: \.key.isMergeKey) else { return pairs }
        var names = Set(pairs.compactMap(\.key.name))
        var merged: [Pair] = []
        for pair in pairs {
            guard pair.key.isMergeKey else {
                merged.append(pair)
                continue
            }
            for mapping in try mappings(in: pair.value) {
                for other in mapping where other.key.name.map({ names.insert($0).inserted }) ?? true {
                    merged.append(other)
                }
            }
        }
        return merged
    }

    private static func mappings(in node: YAMLNode) throws(YAMLParser.Failure) -> [[Pair]] {
        switch node.value {
        case .mapping(let pairs): return [pairs]
        case .sequence(let items):
            var mappings: [[Pair]] = []
            for item in items {
                guard case .mapping(let pairs) = item.value else { throw failure(at: item) }
                mappings.append(pairs)
            }
            return mappings
        case .scalar: throw failure(at: node)
        }
    }

    private static func failure(at node: YAMLNode) -> YAMLParser.Failure {
        .init("'<<' must be a mapping or a list of mappings, not \(node.kind)", line: node.line, column: node.column)
    }
}

extension YAMLNode {
    fileprivate var isMergeKey: Bool { if case .scalar("<<", isPlain: true) = value { true } else { false } }

    fileprivate var name: String? { if case .scalar(let text, _) = value { text } else { nil } }
}
