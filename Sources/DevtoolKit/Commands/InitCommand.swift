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

    /// Command lines that show what it is good for.
    public static let examples = [
        CommandExample("init", "Start a project in this folder.")
    ]

    /// The options that every command has.
    @OptionGroup
    public var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    public init() {}

    /// Writes the missing files and reports each file.
    public mutating func run(in context: Context) async throws {
        let files =
            [(path: ConfigurationFile.name, text: context.sampleConfiguration)]
            + context.plugins.flatMap { $0.sample.files }
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
