import Files
import Reporting
package import SystemPackage

/// Replaces files with their contents at another time; other files are as on disk.
package struct FileOverlay: Sendable {
    private let contents: [FilePath: [UInt8]?]

    /// The paths must be absolute and without links; a value is `nil` if the file did not exist.
    package init(_ contents: [FilePath: [UInt8]?]) { self.contents = contents }

    /// `nil` if the file did not exist or cannot be read.
    package func contents(of path: FilePath) -> [UInt8]? {
        switch replacement(of: path) {
        case .absent: nil
        case .contents(let bytes): bytes
        case nil: try? SearchPath.contents(of: path)
        }
    }

    enum Replacement {
        case absent
        case contents([UInt8])
    }

    /// What a file was at the other time; `nil` if the file on disk applies.
    func replacement(of path: FilePath) -> Replacement? {
        contents[path.withoutLinks].map { bytes in bytes.map { .contents($0) } ?? .absent }
    }

    func names(below folder: FilePath) -> [String] {
        let folder = folder.withoutLinks
        return contents.compactMap { path, contents in contents == nil ? nil : path.shownBelow(folder) }
    }
}

extension FilePath {
    fileprivate var withoutLinks: FilePath {
        if let resolved { return resolved }
        guard let name = lastComponent, name.kind == .regular else { return lexicallyNormalized() }
        return containingFolder.withoutLinks.appending(name)
    }

    fileprivate func shownBelow(_ folder: FilePath) -> String? {
        var path = self
        guard path.removePrefix(folder), !path.isEmpty else { return nil }
        return path.string
    }
}
