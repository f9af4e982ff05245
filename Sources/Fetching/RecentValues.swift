/// A cache of the most recently used values by their keys.
///
/// ```swift
/// var recent = RecentValues<String, Int>(limit: 2)
/// recent["a"] = 1
/// recent["b"] = 2
/// _ = recent["a"]
/// recent["c"] = 3     // forgets "b"
/// ```
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    /// Values used recently, and values used before that.
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Creates a cache that keeps at least `limit` values, and at most twice as many.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// The value of a key, which becomes the most recently used one.
    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            keep(value, for: key)
            return value
        }
        set {
            old[key] = nil
            young[key] = nil
            if let newValue { keep(newValue, for: key) }
        }
    }

    private mutating func keep(_ value: Value, for key: Key) {
        // Two generations replace a list in order of use, so that access moves no keys within a list.
        if young.count == limit {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
