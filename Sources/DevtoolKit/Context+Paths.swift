package import SystemPackage

extension Context {
    /// A path that a user wrote, as the process reaches it from its own folder, which is not that of a
    /// task with a folder of its own.
    ///
    /// It is the one door for such paths. Messages show what it returns: what was written, where the
    /// folders are the same.
    package func path(_ text: String) -> FilePath {
        let path = FilePath(text)
        guard path.isRelative, let own = try? FilePath.currentDirectory(), own != workingDirectory
        else { return path }
        return FilePath(path.absolute(in: workingDirectory).shown(from: own))
    }

    /// The user's cache folder for the suite; it need not exist yet.
    ///
    /// That is `$XDG_CACHE_HOME/SUITE`, by default `~/.cache/SUITE`, where `SUITE` is ``suiteName`` (XDG Base
    /// Directory Specification).
    ///
    /// - Throws: ``FileError`` when neither variable is set, or another user has made it.
    package func cacheFolder() throws -> FilePath {
        guard let folder = UserFolder.cache.path(for: suiteName, in: environment) else {
            throw FileError.noCacheFolder
        }
        let owners = TrustedOwners(in: environment)
        if let refusal = owners.refusal(of: folder, shownAs: folder.string) {
            throw FileError.foreignCacheFolder(refusal)
        }
        return folder
    }

    /// The folder for files that do not outlive the command.
    package var temporaryFolder: FilePath {
        .temporaryFolder(environment["TMPDIR"]).absolute(in: workingDirectory)
    }

    /// The folders of the `PATH`; entries that are not absolute do not count, so that nothing is run because
    /// of the folder devtool was started in.
    var searchPath: [FilePath] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { FilePath(String($0)) }
            .filter(\.isAbsolute)
    }

    /// The program of this name on the `PATH`.
    package func executable(named name: String) -> FilePath? {
        searchPath.lazy.map { $0.appending(name) }.first(where: \.isExecutable)
    }
}
