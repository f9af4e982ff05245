package import SystemPackage

extension Context {
    /// The user's cache folder for devtool; it need not exist yet.
    ///
    /// That is `$XDG_CACHE_HOME/devtool`, by default `~/.cache/devtool` (XDG Base Directory
    /// Specification).
    ///
    /// - Throws: ``FileError`` when neither variable is set.
    package func cacheFolder() throws -> FilePath {
        if let cache = environment["XDG_CACHE_HOME"].map({ FilePath($0) }), cache.isAbsolute {
            return cache.appending("devtool")
        }
        guard let home = environment["HOME"], !home.isEmpty else { throw FileError.noCacheFolder }
        return FilePath(home).appending(".cache").appending("devtool")
    }
}
