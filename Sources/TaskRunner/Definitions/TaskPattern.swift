import DevtoolKit

/// A pattern for names of tasks: `*` stands for any characters of a name, `**` for any number of names.
///
/// ```swift
/// TaskPattern("*:test")?.matches("api:test")      // true
/// TaskPattern("*:test")?.matches("api:db:test")   // false
/// TaskPattern("**:test")?.matches("api:db:test")  // true
/// ```
struct TaskPattern {
    private let parts: [GlobRule.Step]

    /// `nil` for a name.
    init?(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        parts = Self.names(in: text).map { $0 == "**" ? .anywhere : .name(GlobName($0)) }
    }

    func matches(_ name: String) -> Bool {
        let names = Self.names(in: name).map { Array($0.utf8) }
        // The numbers of names that the parts so far can match.
        var reached: Set = [0]
        for part in parts {
            switch part {
            case .anywhere: reached = reached.min().map { Set($0...names.count) } ?? []
            case .name(let pattern):
                reached = Set(
                    reached.filter { place in
                        place < names.count
                            && names[place].withUnsafeBufferPointer { pattern.matches($0, hidden: true) }
                    }.map { $0 + 1 })
            }
        }
        return reached.contains(names.count)
    }

    private static func names(in text: String) -> [Substring] {
        text.split(separator: ":", omittingEmptySubsequences: false)
    }
}
