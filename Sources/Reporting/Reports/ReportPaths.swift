import Files
package import SystemPackage

/// Names files relative to the repository, regardless of the working directory.
package struct ReportPaths: Sendable {
    private let workingDirectory: FilePath
    private let root: FilePath

    /// `workingDirectory` is the base of relative paths.
    ///
    /// `GITHUB_WORKSPACE` is the repository's root, by default the working directory.
    package init(workingDirectory: FilePath, environment: [String: String]) {
        self.workingDirectory = workingDirectory
        root = environment["GITHUB_WORKSPACE"].map { FilePath($0) } ?? workingDirectory
    }

    /// Relative if it is below the root; `nil` if it is not a file, such as `<stdin>` or a URL.
    func path(of location: SourceLocation) -> String? {
        guard !location.file.hasPrefix("<"), !location.isOnTheWeb else { return nil }
        return FilePath(location.file).absolute(in: workingDirectory).shown(from: root)
    }
}

extension SourceLocation { var isOnTheWeb: Bool { file.hasPrefix("https://") || file.hasPrefix("http://") } }
