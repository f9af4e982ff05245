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
    /// The maximum number of bytes of a file name on Linux.
    static let lengthLimit = 255

    /// Replaces the host of a page that has none.
    private static let unknownHost = "favicon"

    /// Completes a file name chosen by the user with the extension of the format.
    ///
    /// It keeps a matching extension in any case, replaces that of another image format, and otherwise appends one.
    static func named(_ name: String, as format: ImageFormat) -> String {
        guard let dot = name.lastIndex(of: "."), name[..<dot].contains(where: { $0 != "." }) else {
            return name + (name.hasSuffix(".") ? "" : ".") + format.fileExtension
        }
        let end = name[name.index(after: dot)...].lowercased()
        if format.fileExtensions.contains(end) { return name }
        let isOfPicture = ImageFormat.allCases.contains { $0.fileExtensions.contains(end) }
        let stem = end.isEmpty || isOfPicture ? name[..<dot] : name[...]
        return "\(stem).\(format.fileExtension)"
    }

    /// The name of an icon's file, without slashes and without a leading dot or hyphen.
    ///
    /// The hash distinguishes several icons of one host.
    static func ofHost(_ host: String?, hash: StableHash? = nil, as format: ImageFormat) -> String {
        let end = (hash.map { "-\($0.digits)" } ?? "") + ".\(format.fileExtension)"
        let begin = host.map(inFileNames) ?? ""
        return (begin.isEmpty ? unknownHost : begin).prefix(lengthLimit - end.utf8.count) + end
    }

    private static func inFileNames(_ host: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in host.unicodeScalars where scalar != "[" && scalar != "]" {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": name.append(scalar)
            // A leading dot would hide the file, and a leading hyphen would make it an option.
            case ".", "-": name.append(name.isEmpty ? "_" : scalar)
            default: name.append("_")
            }
        }
        return String(name)
    }
}

extension WebURL {
    /// The host, with a port that is not the scheme's default.
    var hostAndPort: String { host + (port.map { ":\($0)" } ?? "") }
}

extension ImageFormat {
    fileprivate var fileExtensions: Set<String> { self == .jpeg ? ["jpg", "jpeg"] : [fileExtension] }
}

enum DownloadTarget: Sendable, Hashable {
    /// The file for a single icon, whose name may lack the right extension.
    case file(FilePath)
    case folder(FilePath)
    /// The folder for the icons of many pages.
    case collection(FilePath)

    /// Interprets an argument.
    ///
    /// A single icon is written into a folder if the argument ends in a slash or names an existing folder.
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

extension DownloadTarget {
    /// Writes an icon, creates missing folders, and returns the path of the file, which starts as the user's path does.
    ///
    /// A file named by the user is replaced. In a folder, an existing file is kept: identical content counts as
    /// written, and other content is an error.
    @discardableResult func write(_ bytes: [UInt8], _ image: IconImage, host: String?) throws -> FilePath {
        let path = try path(for: bytes, image.format, host)
        if case .file = self {
            try path.write(bytes)
        } else if !path.holds(bytes) {
            do { try path.write(bytes, in: .free) } catch FileError.exist where path.holds(bytes) {
                // Another page of a batch has the same icon.
            }
        }
        return path
    }

    private func path(for bytes: [UInt8], _ format: ImageFormat, _ host: String?) throws -> FilePath {
        switch self {
        case .file(let path):
            // The name of a device or a pipe must not change.
            guard let name = path.lastComponent, !path.isWrittenInto else { return path }
            let named = DownloadName.named(name.string, as: format)
            return path.containingFolder.appending(named)
        case .folder(let folder): return try folder.filling(FilePath(DownloadName.ofHost(host, as: format)))
        case .collection(let folder):
            let hash = StableHash(of: bytes)
            let name = DownloadName.ofHost(host, hash: hash, as: format)
            return try folder.filling(FilePath(name))
        }
    }
}

extension FilePath {
    /// Whether the path is a device, a pipe or a redirection, which is written into rather than replaced.
    fileprivate var isWrittenInto: Bool {
        guard let type = try? stat().type else { return false }
        // The shell may redirect /dev/stdout to a regular file.
        return type != .regular || ["/dev/", "/proc/"].contains(where: string.hasPrefix)
    }
}
