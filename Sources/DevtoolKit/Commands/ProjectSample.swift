package import SystemPackage

/// What a command finds in a folder for `devtool init`, and what that writes for it.
public struct ProjectSample: Sendable {
    /// The file that was found, for people; nil for an empty folder.
    let found: String?
    /// The command's section of `devtool.yml`, commented, with its final newline; empty for none.
    let configuration: String
    /// Other files by their paths in the project, each with its text.
    let files: [(path: String, text: String)]
    /// The words of a command that looks at what was found, such as `migrate lint`; it becomes a step
    /// of the task `default`.
    let check: [String]

    /// Describes what was found, and what is to be written and run.
    public init(
        found: String? = nil, configuration: String = "",
        files: [(path: String, text: String)] = [],
        check: [String] = []
    ) {
        self.found = found
        self.configuration = configuration
        self.files = files
        self.check = check
    }
}

extension FilePath {
    /// The names in a folder of the project, sorted; none if there is no such folder.
    ///
    /// Those with a control character are left out: they would look like other lines of what is said and written.
    ///
    /// - Throws: `FileError` where it cannot be listed.
    package func namesToRecognize() throws(FileError) -> [String] {
        do {
            return try readEntries().map(\.string).filter { $0 == $0.replacingControlCharacters() }
                .sorted()
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return []
        } catch {
            throw .cannotRead(lexicallyNormalized().string, error)
        }
    }

    /// The first 64 KiB of a file, to recognize it by; empty if it is no regular file.
    ///
    /// - Throws: `FileError` where it cannot be read.
    package func beginningToRecognize() throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        do {
            let file = try FileDescriptor.input(self)
            let count = try file.closeAfter {
                try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            }
            return Array(bytes.prefix(count))
        } catch {
            let problem = InputError(error)
            if problem == .notRegular || problem == .system(.isDirectory) { return [] }
            throw FileError(reading: lexicallyNormalized().string, problem)
        }
    }
}
