package import SystemPackage

extension Context {
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
