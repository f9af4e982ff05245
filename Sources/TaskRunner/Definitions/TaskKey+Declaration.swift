import DevtoolKit
import JSON

extension TaskKey {
    /// What there is to know about a key, without the type of its value.
    final class Declaration: Sendable {
        let key: TaskKey
        let summary: String
        /// Whether another value may lead to another result, so that ``TaskInputs`` must differ.
        let affectsResult: Bool
        let schema: @Sendable (TaskSchema) -> JSONValue
        /// Whether anything of the value is left after errors.
        let read: @Sendable (inout TaskReader, YAMLNode, _ path: String, inout TaskKeys) -> Bool
        let merge: @Sendable (_ target: TaskKeys, inout TaskKeys) -> Void
        /// The texts with references, outside shell lines.
        let texts: (@Sendable (TaskKeys) -> [LocatedText])?
        let lines: (@Sendable (TaskKeys) -> [LocatedText])?

        var name: String { key.rawValue }

        init<Value>(
            _ key: TaskKey, at place: any WritableKeyPath<TaskKeys, Value> & Sendable, _ kind: Kind<Value>,
            affectsResult: Bool, _ summary: String
        ) {
            self.key = key
            self.summary = summary
            self.affectsResult = affectsResult
            schema = kind.schema
            read = { reader, node, path, keys in
                guard let value = kind.read(&reader, node, path) else { return false }
                keys[keyPath: place] = value
                return true
            }
            merge = { target, keys in keys[keyPath: place] = kind.merge(keys[keyPath: place], target[keyPath: place]) }
            if let own = kind.texts { texts = { own($0[keyPath: place]) } } else { texts = nil }
            if let own = kind.lines { lines = { own($0[keyPath: place]) } } else { lines = nil }
        }
    }

    /// How a value is written, read and merged, and the texts in it.
    struct Kind<Value: Sendable>: Sendable {
        let schema: @Sendable (TaskSchema) -> JSONValue
        var texts: (@Sendable (Value) -> [LocatedText])?
        var lines: (@Sendable (Value) -> [LocatedText])?
        var merge: @Sendable (_ own: Value, _ target: Value) -> Value = { $1 }
        let read: @Sendable (inout TaskReader, YAMLNode, _ path: String) -> Value?

        var optional: Kind<Value?> {
            var kind = Kind<Value?>(schema: schema) { read(&$0, $1, $2).map(Optional.some) }
            if let texts { kind.texts = { $0.map(texts) ?? [] } }
            if let lines { kind.lines = { $0.map(lines) ?? [] } }
            return kind
        }
    }

    static let word = Kind(schema: \.scalar) { $0.text($1, path: $2)?.text }
    static let text = Kind(schema: \.scalar, texts: { [$0] }) { $0.text($1, path: $2) }
    static let conditionLine = Kind(schema: \.scalar, lines: { [$0] }) { $0.condition($1, path: $2) }
    static let words = Kind(schema: \.words) { $0.texts($1, path: $2) }
    static let texts = Kind(schema: \.words, texts: \.self) { $0.texts($1, path: $2) }
    static let lines = Kind(schema: \.words, lines: \.self) { $0.texts($1, path: $2) }
    static let truth = Kind(schema: \.truth) { $0.boolean($1, path: $2) }
    static let time = Kind(schema: \.duration) { $0.duration($1, path: $2) }
    static let references = Kind(schema: \.references, texts: { $0.flatMap(\.texts) }) { $0.references($1, path: $2) }

    /// Merges lists of named items: a target's item replaces that of the same name.
    static func merging<Item>(by name: any KeyPath<Item, String> & Sendable) -> @Sendable ([Item], [Item]) -> [Item] {
        { own, target in
            if own.isEmpty || target.isEmpty { return own + target }
            var merged = own
            for item in target {
                let same = merged.firstIndex { $0[keyPath: name] == item[keyPath: name] }
                if let same { merged[same] = item } else { merged.append(item) }
            }
            return merged
        }
    }
}
