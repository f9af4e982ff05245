package import SystemPackage

/// The user's folders for a suite according to the XDG Base Directory Specification.
///
/// As the specification requires, relative paths are ignored. So is a relative `HOME`, so that no folder depends on the
/// working directory.
package enum UserFolder: Sendable {
    case cache
    case configuration
    case data

    /// `nil` if neither the XDG variable nor `HOME` is set; the folder need not exist.
    package func path(for suite: String, in environment: [String: String]) -> FilePath? {
        let (variable, standard): (String, FilePath) =
            switch self {
            case .cache: ("XDG_CACHE_HOME", ".cache")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .data: ("XDG_DATA_HOME", ".local/share")
            }
        if let own = environment[variable].map({ FilePath($0) }), own.isAbsolute { return own.appending(suite) }
        let home = environment["HOME"].map { FilePath($0) }
        return home?.isAbsolute == true ? home?.pushing(standard).appending(suite) : nil
    }
}
