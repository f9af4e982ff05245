import DevtoolKit
import SystemPackage

enum OutputTarget: Sendable {
    case standardOutput
    case file(FilePath)
    case folder(OutputFolder)
    /// Each output replaces its input, which is kept as a backup if there is a suffix.
    case inPlace(backupSuffix: String?)
    case check
    case diff

    var backupSuffix: String? { if case .inPlace(let suffix) = self { suffix } else { nil } }

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
    let path: FilePath

    /// The extension of the outputs; `nil` to keep the inputs'.
    private var fileExtension: String?

    func path(for file: BoardFile) -> FilePath {
        var path = path.pushing(file.outputName)
        if let fileExtension { path.extension = fileExtension }
        return path
    }

    /// The subfolder for an input whose output is a folder.
    func folder(for file: BoardFile) -> FilePath {
        var path = path.pushing(file.outputName)
        path.extension = nil
        return path
    }

    func naming(_ fileExtension: String?) -> OutputFolder {
        var folder = self
        folder.fileExtension = fileExtension
        return folder
    }

    init(_ path: FilePath) { self.path = path }

    /// The folder that an argument names.
    ///
    /// Unless a folder is needed, this requires a trailing slash or an existing folder.
    init?(_ argument: String, isNeeded: Bool = true, in context: Context) {
        path = context.path(argument)
        guard isNeeded || argument.hasSuffix("/") || path.isDirectory else { return nil }
    }
}

struct BoardOutput: Sendable {
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Truncates the output; `nil` if that is impossible.
    let restart: (@Sendable () throws -> Void)?
}

extension BoardOutput {
    init(_ file: AtomicFileWriter) {
        self.init(
            write: { try file.write($0) }, restart: file.isRestartable ? { @Sendable in try file.restart() } : nil)
    }

    init(_ console: Console) {
        let revocable = console.revocableOutput
        self.init(
            write: { try console.write($0) }, restart: revocable.map { file in { @Sendable in try file.revoke() } })
    }
}
