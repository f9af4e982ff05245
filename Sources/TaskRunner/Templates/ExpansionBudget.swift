import DevtoolKit

/// How much texts may still grow by the values that are put in: variables made of variables would otherwise take any
/// memory.
struct ExpansionBudget {
    /// The most bytes of a text with its values, and of all values that variables get from others.
    static let limit = 1 << 24
    /// The most variables that refer to each other, one after the other.
    static let depthLimit = 100

    private var rest = Self.limit

    /// Takes the room of a value; false if there is not enough.
    mutating func take(_ value: TaskValue) -> Bool {
        // Beyond it, no more is counted: one value may be taken any number of times.
        if rest >= 0 { rest -= value.size }
        return rest >= 0
    }

    /// What is wrong if there is not enough.
    static func excess(of what: String, at location: SourceLocation) -> Diagnostic {
        Diagnostic("\(what) would have more than \(limit >> 20) MiB", at: location)
    }
}

extension TaskValue {
    /// The bytes of the value, and of what holds its texts.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count + MemoryLayout<String>.size
        case .list(let items):
            items.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.size }
        }
    }
}
