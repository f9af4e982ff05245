import DevtoolKit
import SystemPackage

/// Patterns, and the folder they are relative to.
struct WatchedPatterns: Sendable, Equatable {
    /// An absolute folder.
    var directory: FilePath
    /// Patterns as a ``Glob`` has them.
    var patterns: [String]

    /// The same patterns, beginning at the root of the file system.
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
    /// The pattern that only this path matches.
    var asPattern: String {
        heldText.map { "\\*?[{".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
