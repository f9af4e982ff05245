import DevtoolKit
import Glibc
import SystemPackage

protocol GlobVisitor {
    /// Called before a folder is searched; its path ends in a slash unless it is empty.
    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) throws
    /// Called for a matching file; returns `false` to end the walk.
    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) throws -> Bool
}

/// Finds the files that match a ``Glob``, folder by folder, sorted by name.
///
/// The walk enters only folders where something may match. Matching 100,000 files costs one `fstatat` each, and no
/// memory per file.
struct GlobWalk<Visitor: GlobVisitor> {
    private(set) var visitor: Visitor
    /// The current path, relative to the folder of the patterns, with room for a trailing 0.
    private var path: [UInt8] = []
    private var isOver = false
    private let keepsLinks: Bool

    /// Visits all files that match the patterns in `directory`.
    ///
    /// If links are kept, a link that is not followed, to a folder or to nothing, counts as a file.
    static func walk(
        _ glob: Glob, in directory: FilePath, keepingLinks keepsLinks: Bool = false, _ visitor: consuming Visitor
    ) throws -> Visitor {
        var walk = GlobWalk(visitor: visitor, keepsLinks: keepsLinks)
        if let root = glob.root {
            walk.path = [UInt8(ascii: "/")]
            try walk.walk("/", root)
            walk.path = []
        }
        if let start = glob.start, !walk.isOver { try walk.walk(directory, start) }
        return walk.visitor
    }

    /// Visits the files below a folder for which the state of the patterns is known; `prefix` is its path with a slash.
    static func walk(_ place: GlobPlace, in folder: FilePath, as prefix: [UInt8], _ visitor: consuming Visitor) throws
        -> Visitor
    {
        var walk = GlobWalk(visitor: visitor, keepsLinks: false)
        walk.path = prefix
        try walk.walk(folder, place)
        return walk.visitor
    }

    private init(visitor: consuming Visitor, keepsLinks: Bool) {
        self.visitor = visitor
        self.keepsLinks = keepsLinks
    }

    private mutating func walk(_ folder: FilePath, _ place: GlobPlace) throws {
        let descriptor = folder.withPlatformString { open($0, Self.flags(for: place)) }
        try look(into: descriptor, place)
    }

    /// A folder that is not listed need not be readable.
    private static func flags(for place: GlobPlace) -> Int32 {
        // O_PATH, which the Glibc module lacks.
        let path: Int32 = 0o10_000_000
        return (place.names == nil ? O_RDONLY : path) | O_DIRECTORY | O_CLOEXEC
    }

    /// Searches the folder that was opened for the current path, and closes it.
    private mutating func look(into folder: Int32, _ place: GlobPlace) throws {
        guard folder >= 0 else {
            // It has vanished, or is not a folder.
            if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return }
            throw FileError.cannotRead(shownPath, Errno(rawValue: errno))
        }
        try path.withUnsafeBufferPointer { try visitor.enter($0, place) }
        guard place.names == nil else {
            defer { close(folder) }
            return try visit(FolderListing(of: place.names ?? []), in: folder, place)
        }
        guard let stream = fdopendir(folder) else {
            let failure = Errno(rawValue: errno)
            close(folder)
            throw FileError.cannotRead(shownPath, failure)
        }
        defer { closedir(stream) }
        let listing = FolderListing(of: stream, place)
        try visit(listing, in: folder, place)
    }

    private var shownPath: String { path.isEmpty ? "." : String(decoding: path, as: UTF8.self) }

    private mutating func visit(_ listing: FolderListing, in folder: Int32, _ place: GlobPlace) throws {
        let start = path.count
        for entry in listing.entries {
            path.append(contentsOf: listing.names[entry.name])
            path.append(0)
            try visit(entry, from: start, in: folder, place)
            path.removeSubrange(start...)
            if isOver { return }
        }
    }

    /// Visits the entry whose name, followed by a 0, ends the current path.
    private mutating func visit(_ entry: FolderListing.Entry, from start: Int, in folder: Int32, _ place: GlobPlace)
        throws
    {
        switch entry.kind {
        case .folder: _ = try descend(from: start, in: folder, place, isLink: false)
        case .file:
            guard let status = status(from: start, in: folder, 0), status.isRegular else { return }
            try visitFile(status)
        case .other:
            guard let own = status(from: start, in: folder, AT_SYMLINK_NOFOLLOW) else { return }
            let followed = own.isLink ? status(from: start, in: folder, 0) : own
            if followed?.isFolder == true, try descend(from: start, in: folder, place, isLink: own.isLink) { return }
            guard let file = followed?.isFolder == false ? followed : keepsLinks ? own : nil,
                file.isRegular || file.isLink, name(from: start, place.includes)
            else { return }
            try visitFile(file)
        }
    }

    private mutating func visitFile(_ status: stat) throws {
        let goesOn = try path.withUnsafeBufferPointer { path in
            try visitor.visit(UnsafeBufferPointer(rebasing: path.dropLast()), status)
        }
        if !goesOn { isOver = true }
    }

    private mutating func descend(from start: Int, in folder: Int32, _ place: GlobPlace, isLink: Bool) throws -> Bool {
        guard let below = name(from: start, { place.below($0, isLink: isLink) }) else { return false }
        let flags = Self.flags(for: below) | (isLink ? 0 : O_NOFOLLOW)
        let descriptor = withCName(from: start) { openat(folder, $0, flags) }
        path[path.count - 1] = UInt8(ascii: "/")
        try look(into: descriptor ?? -1, below)
        path[path.count - 1] = 0
        return true
    }

    private func name<Result>(from start: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        path.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<($0.count - 1)])) }
    }

    private func status(from start: Int, in folder: Int32, _ flags: Int32) -> stat? {
        var status = stat()
        return withCName(from: start) { fstatat(folder, $0, &status, flags) } == 0 ? status : nil
    }

    private func withCName(from start: Int, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32? {
        path.withUnsafeBytes { path in
            // Safety: the path ends in 0, and the name begins within it.
            path.baseAddress.map { body($0.advanced(by: start).assumingMemoryBound(to: CChar.self)) }
        }
    }
}

extension stat {
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
