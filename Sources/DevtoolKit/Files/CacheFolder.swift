package import SystemPackage

extension Context {
    /// The user's cache folder for devtool; it need not exist yet.
    ///
    /// That is `$XDG_CACHE_HOME/devtool`, by default `~/.cache/devtool` (XDG Base Directory
    /// Specification).
    ///
    /// - Throws: ``FileError`` when neither variable is set, or another user has made it.
    package func cacheFolder() throws -> FilePath {
        guard let folder = UserFolder.cache.path(in: environment) else {
            throw FileError.noCacheFolder
        }
        let owners = TrustedOwners(in: environment)
        if let refusal = owners.refusal(of: folder, shownAs: folder.string) {
            throw FileError.foreignCacheFolder(refusal)
        }
        return folder
    }
}
