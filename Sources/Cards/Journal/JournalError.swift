import DevtoolKit
import JSON
import SystemPackage

/// What keeps numbers from being put in, or taken out, by a journal.
enum JournalError: DiagnosableError {
    /// The file is not one JSON value.
    case malformed(JSONSyntaxError, at: SourceLocation)
    /// The file is no journal.
    case noJournal(FilePath)
    /// Another version of devtool has written it.
    case otherSchema(FilePath)
    /// Something is missing in it, or does not fit the rest.
    case damaged(FilePath)
    /// An export is not the one that the journal describes.
    case otherFile(String, FilePath)
    /// Without what the journal says, the export is not what it was before.
    case otherResult(String, FilePath)
    /// There is a file already where the journal is to be.
    case isThere(FilePath)
    /// The output is a pipe or a device.
    case noFile(String)
    /// The output and the journal would be the same file.
    case isOutput(FilePath)
    /// A folder was named beside it.
    case ofFolder

    var diagnostics: [Diagnostic] {
        switch self {
        case .malformed(let error, let location):
            [
                Diagnostic(
                    "the journal is damaged: \(error)", at: location, rule: CardsRule.malformed)
            ]
        case .noJournal(let path): [Diagnostic("'\(path)' is not a journal of 'devtool cards'")]
        case .otherSchema(let path):
            [Diagnostic("'\(path)' is a journal of another version of devtool")]
        case .damaged(let path):
            [Diagnostic("the journal '\(path)' is damaged: its parts do not fit each other")]
        case .otherFile(let file, let path):
            [
                Diagnostic(
                    "'\(file)' is not the file that '\(path)' describes: it has been changed since, "
                        + "or the journal is another file's",
                    hint: "without '--journal', '--undo' goes by the titles")
            ]
        case .otherResult(let file, let path):
            [
                Diagnostic(
                    "without what '\(path)' says, '\(file)' is not what it was before: the journal "
                        + "is damaged")
            ]
        case .isThere(let path):
            [
                Diagnostic(
                    "'\(path)' is there already, and may be needed to take out other numbers",
                    hint: "name another file for the journal")
            ]
        case .noFile(let file):
            [Diagnostic("a journal describes a file, and '\(file)' is none")]
        case .isOutput(let path): [Diagnostic("'\(path)' is the output, too")]
        case .ofFolder: [Diagnostic("a journal is of one file, not of a folder")]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .malformed, .noJournal, .otherSchema, .damaged, .otherFile, .otherResult: .badData
        case .isThere: .cannotCreate
        case .noFile, .isOutput, .ofFolder: .usage
        }
    }
}
