public import SystemPackage

extension Context {
    /// A path that a user wrote, as the process reaches it from its own folder, which is not that of a
    /// task with a folder of its own.
    ///
    /// It is the one door for such paths. Messages show what it returns: what was written, where the
    /// folders are the same.
    ///
    /// ```swift
    /// let file = try AtomicFile(replacing: context.path(argument))
    /// ```
    ///
    /// - Parameter text: the path as an option or an argument has it.
    /// - Returns: the path for this process; it need not be absolute.
    public func path(_ text: String) -> FilePath {
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
    /// Everything in it can be made again: users, and CI systems, remove it at any time.
    ///
    /// - Returns: the absolute path; `createDirectories()` makes the folder.
    /// - Throws: `FileError` when neither variable is set, or another user has made it.
    public func cacheFolder() throws -> FilePath {
        guard let folder = UserFolder.cache.path(for: suiteName, in: environment) else {
            throw FileError.noCacheFolder
        }
        let owners = TrustedOwners(in: environment)
        if let refusal = owners.refusal(of: folder, shownAs: folder.string) {
            throw FileError.foreignCacheFolder(refusal)
        }
        return folder
    }

    /// The folder for files that do not outlive the command: what `TMPDIR` names, else `/tmp`; its path is
    /// absolute.
    public var temporaryFolder: FilePath {
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
    ///
    /// ```swift
    /// guard let git = context.executable(named: "git") else { throw ExitStatus.unavailable }
    /// try await context.processes.run(Invocation(git, ["status"])).propagate()
    /// ```
    ///
    /// - Parameter name: the name of the file, without a folder.
    /// - Returns: its absolute path, in the first folder that has it and where this user may run it; nil
    ///   where there is none.
    public func executable(named name: String) -> FilePath? {
        for folder in searchPath {
            let path = folder.appending(name)
            if path.isExecutable { return path }
        }
        return nil
    }
}
