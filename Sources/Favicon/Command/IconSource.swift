import DevtoolKit
package import Fetching
package import SystemPackage

/// Where the page comes from, as the argument of the command names it.
package enum IconSource: Sendable, Equatable {
    /// Standard input, written as `-`.
    case standardInput
    /// A file.
    case file(FilePath)
    /// A page to fetch, and where else to try if nobody answers there.
    case web(WebURL, orElse: WebURL?)

    /// Tells what an argument names.
    ///
    /// What has `://` is a URL, an existing file is one, what looks like a host is one, even where a
    /// folder has its name, and all else is a file.
    ///
    /// - Parameters:
    ///   - argument: the argument.
    ///   - path: the path that it stands for, if it is one.
    /// - Throws: ``FaviconError`` for a URL that cannot be fetched.
    package init(_ argument: String, at path: FilePath) throws(FaviconError) {
        if argument == "-" {
            self = .standardInput
        } else if argument.contains("://") {
            guard let url = WebURL(argument) else { throw .noURL(argument) }
            self = .web(url, orElse: nil)
        } else if path.isFile {
            self = .file(path)
        } else if Self.looksLikeHost(argument), let secure = WebURL("https://\(argument)"),
            let plain = WebURL("http://\(argument)")
        {
            self = .web(secure, orElse: plain)
        } else {
            // Nothing to read, of which opening or reading it tells the reason.
            self = .file(path)
        }
    }

    /// Whether the page has to be fetched.
    var isOnTheWeb: Bool {
        if case .web = self { true } else { false }
    }

    /// Whether the part before the first slash is a name with a dot, or with a port, or `localhost`.
    ///
    /// A missing `page.html` is rather a file, and `http:` in `http:/example.com` no host.
    private static func looksLikeHost(_ argument: String) -> Bool {
        let host = argument.prefix { $0 != "/" }
        let isPage =
            host == argument && [".html", ".htm", ".xhtml"].contains(where: host.hasSuffix)
        if isPage || host.hasPrefix(".") || host.hasSuffix(":") { return false }
        return host.contains { $0 == "." || $0 == ":" } || host.lowercased() == "localhost"
    }
}
