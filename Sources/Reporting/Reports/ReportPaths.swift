package import SystemPackage

/// How files are named for programs that look at the whole repository, wherever in it devtool ran.
package struct ReportPaths: Sendable {
    private let workingDirectory: FilePath
    private let root: FilePath

    /// Creates the naming for files that a user in `workingDirectory` names.
    ///
    /// The names begin at the repository's root, which GitHub's runner tells in `GITHUB_WORKSPACE`;
    /// elsewhere at the working directory.
    package init(workingDirectory: FilePath, environment: [String: String]) {
        self.workingDirectory = workingDirectory
        root = environment["GITHUB_WORKSPACE"].map { FilePath($0) } ?? workingDirectory
    }

    /// The file's path: relative where it lies below the root; nil for what is no file, as `<stdin>` or a URL.
    func path(of location: SourceLocation) -> String? {
        guard !location.file.hasPrefix("<"), !location.isOnTheWeb else { return nil }
        return FilePath(location.file).absolute(in: workingDirectory).shown(from: root)
    }
}

extension SourceLocation {
    /// Whether it is in what a server sent, so that its file is a URL.
    var isOnTheWeb: Bool { file.hasPrefix("https://") || file.hasPrefix("http://") }
}
