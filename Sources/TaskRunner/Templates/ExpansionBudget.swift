import DevtoolKit

/// Limits how much values can expand text: variables that refer to each other could take any amount of memory.
struct ExpansionBudget {
    /// In bytes, for an expanded string, and for all values that variables get from others.
    static let limit = 1 << 24
    static let depthLimit = 100

    private var rest = Self.limit

    mutating func take(_ value: TaskValue) -> Bool {
        // Stop counting, because a value may be taken any number of times.
        if rest >= 0 { rest -= value.size }
        return rest >= 0
    }

    static func excess(of what: String, at location: SourceLocation) -> Diagnostic {
        Diagnostic("\(what) would exceed \(limit >> 20) MiB", at: location)
    }
}

extension TaskValue {
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count + MemoryLayout<String>.size
        case .list(let items): items.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.size }
        }
    }
}
