import Glibc
import SystemPackage

extension Glob {
    /// The patterns that no file matches, by their indices; those that exclude are none of them.
    ///
    /// - Throws: ``FileError`` for a folder that cannot be read; ``GlobError``.
    static func unmatched(
        _ patterns: [String], in directory: FilePath, keepingLinks: Bool = false
    ) throws -> [Int] {
        try patterns.indices.filter { index in
            let pattern = patterns[index]
            if pattern.hasPrefix("!") { return false }
            // What later patterns exclude does not count.
            let exclusions = patterns[(index + 1)...].filter { $0.hasPrefix("!") }
            let glob = try Glob([pattern] + exclusions)
            return try !GlobWalk.walk(glob, in: directory, keepingLinks: keepingLinks, AnyFile())
                .isThere
        }
    }
}

/// Looks for one matching file.
private struct AnyFile: GlobVisitor {
    private(set) var isThere = false

    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) {}

    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool {
        isThere = true
        return false
    }
}
