public import ArgumentParser
import SystemPackage

/// `devtool init`: writes a commented `devtool.yml`, and what the commands need beside it.
public struct InitCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a commented devtool.yml and the files it names.",
        discussion: "Never overwrites an existing file."
    )

    /// The options that every command has.
    @OptionGroup
    public var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    public init() {}

    /// Writes the missing files and reports each file.
    public mutating func run(in context: Context) async throws {
        let samples = context.plugins.map { $0.sample }
        let configuration =
            "# The configuration of \(context.suiteName): a section for each command that has settings.\n"
            + samples.map(\.configuration).filter { !$0.isEmpty }.joined(separator: "\n")
        let files = [(path: ConfigurationFile.name, text: configuration)] + samples.flatMap(\.files)
        for (path, text) in files {
            let isNew = try context.workingDirectory.appending(path).createFile(text)
            context.console.say(isNew ? "wrote \(path)" : "\(path) already exists; not changed")
        }
    }
}

extension FilePath {
    /// Creates a file with a text, and the folders above it.
    ///
    /// - Returns: whether there was none.
    fileprivate func createFile(_ text: String) throws -> Bool {
        try removingLastComponent().createDirectories()
        do {
            let file = try FileDescriptor.open(
                self, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
            return true
        } catch Errno.fileExists {
            return false
        } catch let errno as Errno {
            throw FileError.cannotCreate(string, errno)
        }
    }
}
