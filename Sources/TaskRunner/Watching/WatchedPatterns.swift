import DevtoolKit
import SystemPackage

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

extension FilePath { var asPattern: String { heldText.map { "\\*?[{".contains($0) ? "\\\($0)" : "\($0)" }.joined() } }
