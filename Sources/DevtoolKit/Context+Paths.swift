public import SystemPackage

extension Context {
    /// Converts a path that the user wrote to one that is valid from the process's working directory.
    ///
    /// The two differ in a task with its own working directory. Every path from an option or an argument passes through
    /// this function. Messages print its result, which is the user's text if the two folders are the same.
    ///
    /// ```swift
    /// let file = try AtomicFile(replacing: context.path(argument))
    /// ```
    ///
    /// - Parameter text: the path as the user wrote it, relative to ``workingDirectory`` or absolute.
    /// - Returns: the path for this process; it may be relative.
    public func path(_ text: String) -> FilePath {
        let path = FilePath(text)
        guard path.isRelative, let own = try? FilePath.currentDirectory(), own != workingDirectory else { return path }
        return FilePath(path.absolute(in: workingDirectory).shown(from: own))
    }

    /// The suite's cache folder of this user: `$XDG_CACHE_HOME/SUITE`, by default `~/.cache/SUITE`.
    ///
    /// `SUITE` is ``suiteName`` (XDG Base Directory Specification). The folder need not exist yet. Users and CI systems
    /// may empty it at any time, so store only what can be recreated.
    ///
    /// - Returns: the absolute path.
    /// - Throws: `FileError` if neither `XDG_CACHE_HOME` nor `HOME` is set; another error if another user owns the folder.
    public func cacheFolder() throws -> FilePath {
        guard let folder = UserFolder.cache.path(for: suiteName, in: environment) else { throw FileError.noCacheFolder }
        let owners = TrustedOwners(in: environment)
        if let refusal = owners.refusal(of: folder, shownAs: folder.string) { throw Problem(.cannotCreate, [refusal]) }
        return folder
    }

    /// The absolute folder for files that do not outlive the command: `$TMPDIR`, by default `/tmp`.
    public var temporaryFolder: FilePath { .temporaryFolder(environment["TMPDIR"]).absolute(in: workingDirectory) }

    /// Without relative entries, so that the working directory cannot decide which program runs.
    package var searchPath: [FilePath] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { FilePath(String($0)) }
            .filter(\.isAbsolute)
    }

    /// Finds a program on the `PATH`.
    ///
    /// ```swift
    /// guard let git = context.executable(named: "git") else { throw ExitStatus.unavailable }
    /// try await context.processes.run(Invocation(git, ["status"])).propagate()
    /// ```
    ///
    /// - Parameter name: the file name, without a folder.
    /// - Returns: the absolute path in the first folder that has the file and where this user may execute it; `nil` if
    ///   there is none.
    public func executable(named name: String) -> FilePath? {
        searchPath.lazy.map { $0.appending(name) }.first(where: \.isExecutable)
    }
}
