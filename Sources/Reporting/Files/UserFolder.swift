package import SystemPackage

/// The user's own folders for a suite, as the XDG Base Directory Specification has them; none need exist.
///
/// A path that is not absolute is to be ignored, says the specification; the same goes for `HOME`, so that
/// no folder depends on where devtool was started.
package enum UserFolder: Sendable {
    /// What can be made again.
    case cache
    /// The user's configuration.
    case configuration
    /// What the user has installed.
    case data

    /// The folder of a suite, by the suite's name; nil where neither its variable nor `HOME` names one.
    package func path(for suite: String, in environment: [String: String]) -> FilePath? {
        let (variable, standard): (String, FilePath) =
            switch self {
            case .cache: ("XDG_CACHE_HOME", ".cache")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .data: ("XDG_DATA_HOME", ".local/share")
            }
        if let own = environment[variable].map({ FilePath($0) }), own.isAbsolute {
            return own.appending(suite)
        }
        let home = environment["HOME"].map { FilePath($0) }
        return home?.isAbsolute == true ? home?.pushing(standard).appending(suite) : nil
    }
}
