import DevtoolKit
import URLs
import SystemPackage

/// The file names of downloaded icons, derived from the icon's format and its page.
///
/// ```swift
/// DownloadName.named("icon", as: .png)                  // "icon.png"
/// DownloadName.named("icon.ico", as: .png)              // "icon.png"
/// DownloadName.ofHost("[::1]:8080", as: .svg)           // "__1_8080.svg"
/// ```
enum DownloadName {
    /// The most bytes that the name of a file can have on Linux.
    static let lengthLimit = 255

    /// What the name of an icon's file begins with where the page has no host.
    private static let unknownHost = "favicon"

    /// The host of a page, with its port if that is not the usual one; `nil` for a page without URL.
    static func host(of page: WebURL?) -> String? {
        page.map { page in page.host + (page.port.map { ":\($0)" } ?? "") }
    }

    /// The name of a file that the user has named, with the extension that its format asks for.
    ///
    /// An extension that fits stays, in whatever case; that of another format of picture is replaced;
    /// after anything else the right one is appended.
    static func named(_ name: String, as format: ImageFormat) -> String {
        guard let dot = name.lastIndex(of: "."), name[..<dot].contains(where: { $0 != "." })
        else { return name + (name.hasSuffix(".") ? "" : ".") + format.fileExtension }
        let end = name[name.index(after: dot)...].lowercased()
        if format.fileExtensions.contains(end) { return name }
        let isOfPicture = ImageFormat.allCases.contains { $0.fileExtensions.contains(end) }
        let stem = end.isEmpty || isOfPicture ? name[..<dot] : name[...]
        return "\(stem).\(format.fileExtension)"
    }

    /// The name of a file in a folder for the icons of pages.
    ///
    /// - Parameters:
    ///   - host: the page's host; `nil` where it has none.
    ///   - hash: what tells icons of one host apart, where there may be several.
    ///   - format: what the icon is.
    /// - Returns: a name that leads nowhere else, begins with no dot or hyphen, and is not too long.
    static func ofHost(
        _ host: String?, hash: StableHash? = nil, as format: ImageFormat
    ) -> String {
        let end = (hash.map { "-\($0.digits)" } ?? "") + ".\(format.fileExtension)"
        let begin = host.map(inFileNames) ?? ""
        return (begin.isEmpty ? unknownHost : begin).prefix(lengthLimit - end.utf8.count) + end
    }

    /// The host in letters, digits, dots, hyphens and underscores, of which the last stand for all else.
    private static func inFileNames(_ host: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in host.unicodeScalars where scalar != "[" && scalar != "]" {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": name.append(scalar)
            // Hidden files begin with a dot, and options of programs with a hyphen.
            case ".", "-": name.append(name.isEmpty ? "_" : scalar)
            default: name.append("_")
            }
        }
        return String(name)
    }
}

extension ImageFormat {
    /// All that the names of its files end with, without the dot.
    fileprivate var fileExtensions: Set<String> {
        self == .jpeg ? ["jpg", "jpeg"] : [fileExtension]
    }
}

/// The destination of downloaded icons.
enum DownloadTarget: Sendable, Hashable {
    /// The file of the only one, whose name may lack the right extension.
    case file(FilePath)
    /// A folder for the only one.
    case folder(FilePath)
    /// A folder for those of many pages.
    case collection(FilePath)

    /// What the user means by an argument.
    ///
    /// For one icon it is a folder if it ends in a slash, or if a folder of that name is there.
    ///
    /// - Parameters:
    ///   - argument: the argument.
    ///   - path: the path that it stands for.
    ///   - forMany: whether there may be several icons.
    init(_ argument: String, at path: FilePath, forMany: Bool = false) {
        if forMany {
            self = .collection(path)
        } else if argument.hasSuffix("/") || path.isDirectory {
            self = .folder(path)
        } else {
            self = .file(path)
        }
    }
}

/// Writes icons to files atomically.
enum IconFile {
    /// Writes an icon under the name that it deserves, and makes the folder if it is missing.
    ///
    /// A file that the user names is replaced. In a folder, another file of the name is kept: an error; one with the same
    /// bytes is not written again.
    ///
    /// - Parameters:
    ///   - bytes: the icon's.
    ///   - image: what the bytes are.
    ///   - host: the page's host, as ``DownloadName/host(of:)`` gives it.
    ///   - target: where the user wants it.
    /// - Returns: the file, by a path that begins as the user's does.
    /// - Throws: `FileError`.
    @discardableResult
    static func write(
        _ bytes: [UInt8], _ image: IconImage, host: String?, to target: DownloadTarget
    ) throws -> FilePath {
        let path = try path(for: bytes, image.format, host, target)
        if case .file = target {
            try path.write(bytes)
        } else if !path.holds(bytes) {
            do {
                try path.write(bytes, in: .free)
            } catch FileError.exist where path.holds(bytes) {
                // Another page of a batch has the same icon.
            }
        }
        return path
    }

    private static func path(
        for bytes: [UInt8], _ format: ImageFormat, _ host: String?, _ target: DownloadTarget
    ) throws -> FilePath {
        switch target {
        case .file(let path):
            // A device or a pipe has the name that it has.
            guard let name = path.lastComponent, !path.isWrittenInto else { return path }
            let named = DownloadName.named(name.string, as: format)
            return path.containingFolder.appending(named)
        case .folder(let folder):
            return try folder.filling(FilePath(DownloadName.ofHost(host, as: format)))
        case .collection(let folder):
            let hash = StableHash(of: bytes)
            let name = DownloadName.ofHost(host, hash: hash, as: format)
            return try folder.filling(FilePath(name))
        }
    }
}

extension FilePath {
    /// Whether something is there that is written into rather than replaced.
    fileprivate var isWrittenInto: Bool {
        guard let type = try? stat().type else { return false }
        // What the shell has redirected may well be a regular file.
        return type != .regular || ["/dev/", "/proc/"].contains(where: string.hasPrefix)
    }
}
