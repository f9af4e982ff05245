public import ArgumentParser
import SystemPackage

/// `devtool init`: writes a commented `devtool.yml`, and what the commands need beside it.
public struct InitCommand: Plugin, GlobalOptionsAccepting {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a commented devtool.yml and the files it names.",
        discussion: """
            Never overwrites an existing file, and writes the one that --config names. With --from, converts another \
            tool's file: writes devtool.yml beside it, and marks what could not be converted with '# TODO'. The exit status is 1 if there is any such mark, 65 if \
            the file is broken, 66 if it is missing, and 73 if devtool.yml already exists.
            """
    )

    /// Command lines that show what it is good for.
    public static let examples = [
        CommandExample("init", "Start a project in this folder.")
    ]

    /// The file to convert.
    @Option(
        help: ArgumentHelp(
            "Convert a Taskfile.yml, justfile, Makefile, package.json or Gruntfile.js.",
            valueName: "file"),
        completion: .file())
    public var from: String?

    /// The options that every command has.
    @OptionGroup
    public var globalOptions: GlobalOptions

    /// Creates the command, for ArgumentParser to fill in.
    public init() {}

    /// Writes the missing files and reports each file; or converts a file.
    public mutating func run(in context: Context) async throws {
        if let from { return try ProjectConversionWork(source: from, context: context).run() }
        let named = context.environment["DEVTOOL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let project = context.path(named ?? ConfigurationFile.name)
        var files = context.plugins.flatMap { $0.sample.files }.map { file in
            (
                path: project.containingFolder.appending(file.path), text: file.text,
                name: file.path
            )
        }
        // What a file that was there does not name, nobody needs.
        if let existing = try? project.contents() {
            let text = String(decoding: existing, as: UTF8.self)
            files.removeAll { !text.contains($0.name) }
        }
        files.insert(
            (project, context.sampleConfiguration, named ?? ConfigurationFile.name), at: 0)
        // Where there can be no folder, nothing is written.
        for file in files {
            let folder = file.path.containingFolder
            try folder.createDirectories()
            if !folder.isEmpty, !folder.isDirectory {
                throw FileError.cannotCreate(file.path.string, .notDirectory)
            }
        }
        for (path, text, name) in files {
            let isNew = try path.createFile(text)
            context.console.say(isNew ? "wrote \(name)" : "\(name) already exists; not changed")
        }
    }
}

extension FilePath {
    /// Creates a file with a text.
    ///
    /// - Returns: whether there was none.
    fileprivate func createFile(_ text: String) throws -> Bool {
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
