import DevtoolKit
import JSON
import SystemPackage

/// A record of what a run inserted into an export, so that exactly this can be removed again.
///
/// ```json
/// {
///   "devtool": "cards-journal",
///   "schema": 1,
///   "input": {"size": 83, "sha256": "…"},
///   "output": {"size": 86, "sha256": "…"},
///   "format": "#{number} ",
///   "insertions": [
///     [49,"#1 "]
///   ]
/// }
/// ```
struct Journal: Sendable {
    var input: ExportFingerprint
    var output: ExportFingerprint
    var spelling: NumberSpelling
    /// The offsets are those in the output.
    var insertions: TitleEdits

    static let schema = 1

    /// Writes the journal in pieces, since a large board has a million insertions.
    func write(to write: (UnsafeRawBufferPointer) throws -> Void) throws {
        var text = """
            {
              "devtool": "\(JournalScanner.mark)",
              "schema": \(Self.schema),
              "input": \(input.json.compactText),
              "output": \(output.json.compactText),
              "format": \(JSONValue.string(spelling.format).compactText),
              "insertions": [
            """
        func flush() throws {
            try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
            text.removeAll(keepingCapacity: true)
        }
        var separator = "\n"
        for insertion in insertions {
            let inserted = JSONValue.string(String(decoding: insertion.text, as: UTF8.self))
            text += "\(separator)    [\(insertion.offset),\(inserted.compactText)]"
            separator = ",\n"
            if text.utf8.count > 1 << 16 { try flush() }
        }
        text += "\n  ]\n}\n"
        try flush()
    }
}

extension Journal {
    init(of edits: TitleEdits, in input: ExportFingerprint, to output: ExportFingerprint, spelling: NumberSpelling) {
        self.init(input: input, output: output, spelling: spelling, insertions: TitleEdits(spelling: spelling))
        var shift = 0
        for edit in edits {
            guard let digits = spelling.digits(of: edit.text) else { continue }
            insertions.append(number: Array(digits), at: edit.offset + shift)
            shift += edit.text.count
        }
    }
}

struct ExportFingerprint: Equatable, Sendable {
    var size: Int
    var sha256: SHA256

    fileprivate var json: JSONValue { ["size": .integer(size), "sha256": .string(sha256.description)] }
}

/// One journal, or a folder with one for each export.
enum JournalPlace: Sendable {
    case file(FilePath)
    case folder(OutputFolder)

    init(_ argument: String, in context: Context) {
        self =
            OutputFolder(argument, isNeeded: false, in: context).map { .folder($0.naming("journal")) }
            ?? .file(context.path(argument))
    }

    func path(for file: BoardFile) -> FilePath {
        switch self {
        case .file(let path): path
        case .folder(let folder): folder.path(for: file)
        }
    }
}

struct JournalFile: Sendable {
    let path: FilePath
    let temporaryFolder: FilePath

    func read() throws -> Journal { try readVersion().journal }

    private func readVersion() throws -> (journal: Journal, version: FileVersion?) {
        var input = try BoardInput(path, temporaryFolder: temporaryFolder)
        let scanner: JournalScanner
        do { scanner = try input.scan(JournalScanner()) } catch CardsError.malformed(let error, let location, _) {
            throw Problem(.badData, [Diagnostic("the journal is damaged: \(error)", at: location, rule: .malformed)])
        }
        guard scanner.kind == JournalScanner.mark else {
            throw Problem(.badData, "'\(path)' is not a journal of 'devtool cards'")
        }
        guard scanner.schema == Journal.schema else {
            throw Problem(.badData, "the journal '\(path)' was written by another version of devtool")
        }
        guard let journal = scanner.journal else {
            throw Problem(.badData, "the journal '\(path)' is damaged: its contents are inconsistent")
        }
        return (journal, input.version)
    }

    /// What a run's journal may replace at this path.
    ///
    /// An existing journal may be the only way to undo another run. It is replaced only if it belongs to a run on the
    /// same input, which was killed or whose output is written again.
    func place(forRunOn input: ExportFingerprint) throws -> AtomicFile.Place {
        guard path.isTaken else { return .free }
        guard let found = try? readVersion(), found.journal.input == input else { throw existsAlready }
        return found.version.map { .version($0) } ?? .any
    }

    /// Whether the file is the journal of the run that wrote this export.
    func isOfOutput(_ export: ExportFingerprint) -> Bool { (try? read())?.output == export }

    /// Writes the journal with the owner and mode of `status`.
    func write(_ journal: Journal, in place: AtomicFile.Place, keeping status: Stat?) throws {
        do {
            let file = try AtomicFile(replacing: path, in: place, keeping: status)
            try journal.write { try file.write($0) }
            try file.commit()
        } catch FileError.exist { throw existsAlready }
    }

    private var existsAlready: Problem {
        Problem(
            .cannotCreate, "'\(path)' already exists and may be needed to undo another run",
            hint: "choose another file for the journal")
    }
}
