import DevtoolKit
import SystemPackage

/// Where the outputs of the command go.
enum OutputTarget: Sendable {
    /// One after the other to standard output.
    case standardOutput
    /// The only one to a file.
    case file(FilePath)
    /// Each to a file of this folder.
    case folder(OutputFolder)
    /// Each in the place of its input, which may stay as a backup whose name has a suffix.
    case inPlace(backupSuffix: String?)
    /// Nowhere: it is told which cards have no number.
    case check
    /// Nowhere: the titles before and after go to standard output.
    case diff

    /// What is appended to the name of an input that stays as a backup; nil where none does.
    var backupSuffix: String? {
        if case .inPlace(let suffix) = self { suffix } else { nil }
    }

    /// The file that the output for an input is written to; nil where it is not written to one.
    func path(for file: BoardFile) -> FilePath? {
        switch self {
        case .standardOutput, .check, .diff: nil
        case .file(let path): path
        case .folder(let folder): folder.path(for: file)
        case .inPlace: file.path
        }
    }
}

struct OutputFolder: Sendable {
    /// The folder, which need not exist.
    let path: FilePath

    /// What the names of the outputs end in; nil for the ends that the inputs' names have.
    private var fileExtension: String?

    /// Where the output for an input lies.
    func path(for file: BoardFile) -> FilePath {
        var path = path.pushing(file.outputName)
        if let fileExtension { path.extension = fileExtension }
        return path
    }

    /// The folder for an output that is one itself.
    func folder(for file: BoardFile) -> FilePath {
        var path = path.pushing(file.outputName)
        path.extension = nil
        return path
    }

    /// The folder with outputs whose names end so; nil for the ends of the inputs' names.
    func naming(_ fileExtension: String?) -> OutputFolder {
        var folder = self
        folder.fileExtension = fileExtension
        return folder
    }

    /// The folder at a path.
    init(_ path: FilePath) { self.path = path }

    /// The folder that the user means by an argument.
    ///
    /// Where none is needed, the argument means one only if it ends in a slash, or if there is a folder
    /// of that name.
    init?(_ argument: String, isNeeded: Bool = true, in context: Context) {
        path = context.path(argument)
        guard isNeeded || argument.hasSuffix("/") || path.isDirectory else { return nil }
    }
}

/// Where the bytes of an output go.
struct BoardOutput: Sendable {
    /// Takes the next bytes, all of them.
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Takes back everything that was written; nil where that is not possible.
    let restart: (@Sendable () throws -> Void)?
}

extension BoardOutput {
    /// A file that appears when it is complete.
    init(_ file: AtomicFileWriter) {
        self.init(
            write: { try file.write($0) },
            restart: file.isRestartable ? { @Sendable in try file.restart() } : nil)
    }

    /// Standard output.
    init(_ console: Console) {
        let revocable = console.revocableOutput
        self.init(
            write: { try console.write($0) },
            restart: revocable.map { file in { @Sendable in try file.revoke() } })
    }
}
