package import SystemPackage

extension Context {
    /// The program of this name on the `PATH`; entries of the `PATH` that are not absolute do not count,
    /// so that nothing is run because of the folder devtool was started in.
    package func executable(named name: String) -> FilePath? {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { FilePath(String($0)) }
            .filter(\.isAbsolute)
            .map { $0.appending(name) }
            .first(where: \.isExecutable)
    }
}
