import Foundation
import Testing

/// What this package's files of Swift say, as `grep` finds it: in a debug build Swift's own regular expressions take
/// half a minute for one search.
package enum SourceFiles {
    /// A line that matches.
    package struct Match {
        /// The name of its file.
        package let file: String
        package let line: String
    }

    /// The lines of the files below some folders of the package that match a pattern of Perl.
    ///
    /// - Throws: an error of the system, or an issue if there is no `grep`.
    package static func lines(matching pattern: String, in folders: [String] = ["Sources"]) throws -> [Match] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let result = try #require(OtherProgram("grep")).run(
            ["-rHP", "--include=*.swift", "--exclude-dir=.?*", "-e", pattern]
                + folders.map { root.appending(path: $0).path })
        try #require(result.status < 2, "grep fails for \(pattern)")
        return result.output.split(separator: "\n").compactMap { found in
            guard let colon = found.firstIndex(of: ":") else { return nil }
            return Match(
                file: URL(filePath: String(found[..<colon])).lastPathComponent,
                line: String(found[found.index(after: colon)...]))
        }.sorted { $0.file < $1.file }
    }
}
