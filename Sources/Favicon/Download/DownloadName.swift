import DevtoolKit
package import Fetching

/// The names that downloaded icons get: pure functions of what the icon is and of whose it is.
///
/// ```swift
/// DownloadName.named("icon", as: .png)                  // "icon.png"
/// DownloadName.named("icon.ico", as: .png)              // "icon.png"
/// DownloadName.ofHost("[::1]:8080", as: .svg)           // "__1_8080.svg"
/// ```
package enum DownloadName {
    /// The most bytes that the name of a file can have on Linux.
    package static let lengthLimit = 255

    /// What the name of an icon's file begins with where the page has no host.
    private static let unknownHost = "favicon"

    /// The host of a page, with its port if that is not the usual one; `nil` for a page without URL.
    package static func host(of page: WebURL?) -> String? {
        page.map { page in page.host + (page.port.map { ":\($0)" } ?? "") }
    }

    /// The name of a file that the user has named, with the extension that its format asks for.
    ///
    /// An extension that fits stays, in whatever case; that of another format of picture is replaced;
    /// after anything else the right one is appended.
    package static func named(_ name: String, as format: ImageFormat) -> String {
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
