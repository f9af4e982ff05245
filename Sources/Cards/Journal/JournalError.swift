import DevtoolKit
import JSON
import SystemPackage

enum JournalError: DiagnosableError {
    case malformed(JSONSyntaxError, at: SourceLocation)
    case noJournal(FilePath)
    case otherSchema(FilePath)
    /// Values are missing or contradictory.
    case damaged(FilePath)
    case otherFile(String, FilePath)
    case otherResult(String, FilePath)
    case isThere(FilePath)
    case noFile(String)
    case isOutput(FilePath)
    case isBackup(FilePath)
    case ofSeveral(FilePath)

    var diagnostics: [Diagnostic] {
        switch self {
        case .malformed(let error, let location):
            [Diagnostic("the journal is damaged: \(error)", at: location, rule: .malformed)]
        case .noJournal(let path): [Diagnostic("'\(path)' is not a journal of 'devtool cards'")]
        case .otherSchema(let path): [Diagnostic("the journal '\(path)' was written by another version of devtool")]
        case .damaged(let path): [Diagnostic("the journal '\(path)' is damaged: its contents are inconsistent")]
        case .otherFile(let file, let path):
            [
                Diagnostic(
                    "'\(file)' does not match the journal '\(path)': the file has changed since, "
                        + "or the journal belongs to another file",
                    hint: "without '--journal', '--undo' looks only at the titles")
            ]
        case .otherResult(let file, let path):
            [Diagnostic("undoing the edits in '\(path)' does not restore '\(file)': the journal is " + "damaged")]
        case .isThere(let path):
            [
                Diagnostic(
                    "'\(path)' already exists and may be needed to undo another run",
                    hint: "choose another file for the journal")
            ]
        case .noFile(let file): [Diagnostic("cannot write a journal for '\(file)': it is not a regular file")]
        case .isOutput(let path): [Diagnostic("'\(path)' is both the journal and the output")]
        case .isBackup(let path): [Diagnostic("'\(path)' is both the journal and the backup")]
        case .ofSeveral(let path):
            [
                Diagnostic(
                    "'\(path)' cannot be the journal of several exports", hint: "name a folder, such as '\(path)/'")
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .malformed, .noJournal, .otherSchema, .damaged, .otherFile, .otherResult: .badData
        case .isThere: .cannotCreate
        case .noFile, .isOutput, .isBackup, .ofSeveral: .usage
        }
    }
}
