/// A file of several that are converted together: the one that was named, or one that it includes.
protocol SourceUnit {
    /// Its path, relative to the folder of the first file.
    var path: String { get }
    /// What its tasks' names begin with in other files: empty, or as `docs:`.
    var namespace: String { get }
}

extension SourceUnit {
    /// Its folder, relative to that of the first file; empty for the same.
    var folder: String { RelativePath.folder(of: path) }

    var fileName: String { RelativePath.name(of: path) }

    /// Its namespace as a name.
    var namespaceName: String { String(namespace.dropLast()).replacing(":", with: "-") }

    /// `NAME.devtool.yml` beside the file.
    func outputName(_ name: String) -> String {
        (folder.isEmpty ? "" : "\(folder)/") + "\(name).devtool.yml"
    }
}
