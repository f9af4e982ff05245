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
}
