import Glibc
import SystemPackage

extension Glob {
    /// The indices of the patterns that include files, but match none.
    static func unmatched(_ patterns: [String], in directory: FilePath, keepingLinks: Bool = false) throws -> [Int] {
        try patterns.indices.filter { index in
            let pattern = patterns[index]
            if pattern.hasPrefix("!") { return false }
            // Files excluded by later patterns do not count.
            let exclusions = patterns[(index + 1)...].filter { $0.hasPrefix("!") }
            let glob = try Glob([pattern] + exclusions)
            return try !GlobWalk.walk(glob, in: directory, keepingLinks: keepingLinks, AnyFile()).isThere
        }
    }
}

private struct AnyFile: GlobVisitor {
    private(set) var isThere = false

    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) {}

    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool {
        isThere = true
        return false
    }
}
