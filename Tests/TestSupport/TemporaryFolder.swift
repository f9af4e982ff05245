import Foundation
package import SystemPackage

/// A folder that is removed with its last user.
package final class TemporaryFolder: Sendable {
    /// Its path, symbolic links resolved.
    package let path: FilePath

    package init() {
        let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
            path: "devtool-\(UUID().uuidString)")
        // A folder that cannot be made shows at once in the test that needs it.
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = FilePath(url.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    /// Writes a text file, and the folders it lies in.
    package func write(_ text: String, to name: String) throws { try write(bytes: Array(text.utf8), to: name) }

    /// Writes a file of any bytes, and the folders it lies in.
    package func write(bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: path.appending(name).string)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// A file's text; nil where there is none.
    package func text(_ name: String) -> String? {
        try? String(contentsOfFile: path.appending(name).string, encoding: .utf8)
    }

    /// The names in the folder, sorted.
    package var names: [String] { path.names }
}

extension FilePath {
    /// The names in the folder, sorted; none where there is no folder.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: string)) ?? []).sorted() }
}
