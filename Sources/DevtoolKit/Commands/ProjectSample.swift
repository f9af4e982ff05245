package import SystemPackage

/// What a command has found in a folder, and the files that `devtool init` writes for it.
public struct ProjectSample: Sendable {
    let found: String?
    /// The command's commented section of `devtool.yml`, with a final newline; may be empty.
    let configuration: String
    /// Other files to write, by path relative to the project.
    let files: [(path: String, text: String)]
    /// A command line that checks what was found, such as `migrate lint`, for a step of the task `default`.
    let check: [String]

    /// Creates the description of what was found.
    public init(
        found: String? = nil, configuration: String = "", files: [(path: String, text: String)] = [],
        check: [String] = []
    ) {
        self.found = found
        self.configuration = configuration
        self.files = files
        self.check = check
    }
}

extension FilePath {
    /// The sorted names in a folder of the project; empty if the folder does not exist.
    ///
    /// Names with control characters are skipped, because they could forge lines of messages and of written files.
    package func namesToRecognize() throws(FileError) -> [String] {
        do { return try readEntries().map(\.string).filter { $0 == $0.replacingControlCharacters() }.sorted() } catch
            Errno.noSuchFileOrDirectory, Errno.notDirectory
        { return [] } catch { throw .cannotRead(lexicallyNormalized().string, error) }
    }

    /// The first 64 KiB of a file, to identify its kind; empty if it is not a regular file.
    package func beginningToRecognize() throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        do {
            let file = try FileDescriptor.input(self)
            let count = try file.closeAfter { try bytes.withUnsafeMutableBytes { try file.read(into: $0) } }
            return Array(bytes.prefix(count))
        } catch {
            let problem = InputError(error)
            if problem == .notRegular || problem == .system(.isDirectory) { return [] }
            throw FileError(reading: lexicallyNormalized().string, problem)
        }
    }
}
