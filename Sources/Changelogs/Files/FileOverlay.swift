import Reporting
package import SystemPackage

/// Files as they were at another time, in the place of those on disk; what it does not name is as on disk.
package struct FileOverlay: Sendable {
    /// The contents by absolute paths without links; nil for a file that was not there.
    private let contents: [FilePath: [UInt8]?]

    /// Creates an overlay.
    ///
    /// - Parameter contents: the contents by absolute paths without links; nil for a file that was not there.
    package init(_ contents: [FilePath: [UInt8]?]) { self.contents = contents }

    /// The contents of a file; nil where it was not there, or cannot be read.
    package func contents(of path: FilePath) -> [UInt8]? {
        switch version(of: path) {
        case .contents(let bytes): bytes
        case .absent: nil
        case nil: try? SearchPath.contents(of: path)
        }
    }

    /// What is to be read in the place of a file; nil where the one on disk is.
    func version(of path: FilePath) -> FileVersion? {
        guard let contents = contents[path.withoutLinks] else { return nil }
        return contents.map { .contents($0) } ?? .absent
    }

    /// The files that were in a folder, and in those below it, by their paths from there.
    func names(below folder: FilePath) -> [String] {
        let folder = folder.withoutLinks
        return contents.compactMap { path, contents in
            contents == nil ? nil : path.shownBelow(folder)
        }
    }
}

/// A file at another time.
enum FileVersion {
    case absent
    case contents([UInt8])
}

extension FilePath {
    /// The path without links, as far as it leads to something.
    fileprivate var withoutLinks: FilePath {
        if let resolved { return resolved }
        guard let name = lastComponent, name.kind == .regular else { return lexicallyNormalized() }
        return containingFolder.withoutLinks.appending(name)
    }

    /// The path from a folder; nil where it is not below that.
    fileprivate func shownBelow(_ folder: FilePath) -> String? {
        var path = self
        guard path.removePrefix(folder), !path.isEmpty else { return nil }
        return path.string
    }
}
