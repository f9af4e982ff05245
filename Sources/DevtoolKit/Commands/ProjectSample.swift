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
    /// The first 64 KiB of a regular file, to recognize it by; empty if it cannot be read.
    package var beginning: [UInt8] {
        guard let file = try? FileDescriptor.input(self) else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = try? file.closeAfter {
            try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
        }
        return Array(bytes.prefix(count ?? 0))
    }
}
