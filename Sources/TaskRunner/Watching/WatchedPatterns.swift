import DevtoolKit
import SystemPackage

/// Patterns, and the folder they are relative to.
struct WatchedPatterns: Sendable, Equatable {
    var directory: FilePath
    var patterns: [String]

    var absolute: [String] {
        patterns.filter { !["", "!"].contains($0) }.map { pattern in
            let isExclusion = pattern.hasPrefix("!")
            let path = isExclusion ? pattern.dropFirst() : pattern[...]
            let full = path.hasPrefix("/") ? String(path) : "\(directory.asPattern)/\(path)"
            return (isExclusion ? "!" : "") + full
        }
    }
}

extension FilePath {
    /// A pattern that matches only this path.
    var asPattern: String {
        heldText.map { "\\*?[{".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
