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
        switch version(of: path) {
        case .contents(let bytes): bytes
        case .absent: nil
        case nil: try? SearchPath.contents(of: path)
        }
    }

    /// `nil` if the file on disk applies.
    func version(of path: FilePath) -> FileVersion? {
        guard let contents = contents[path.withoutLinks] else { return nil }
        return contents.map { .contents($0) } ?? .absent
    }

    func names(below folder: FilePath) -> [String] {
        let folder = folder.withoutLinks
        return contents.compactMap { path, contents in contents == nil ? nil : path.shownBelow(folder) }
    }
}

enum FileVersion {
    case absent
    case contents([UInt8])
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
