import DevtoolKit
import XML

struct BoardExport: Sendable {
    var format: ExportFormat
    var rawCSV = false
    /// Whether the output's name asks for JSON lines, or for CSV; `nil` for the format's default.
    var isJSONLines: Bool?
    var pictures: EmbeddedPictures?
    var losses: ImportLosses?
    var allowsEmpty = false
    var selection = CardSelection()
    var spelling = NumberSpelling.standard
    var terminal = Terminal()

    /// The style and width of the output; the defaults are for a file.
    struct Terminal: Sendable {
        var style = Style.plain
        var width: Int?
    }

    var warnings: [Diagnostic] {
        guard format == .html, let problem = HTMLProse().problem else { return [] }
        return [
            Diagnostic(
                "Markdown is shown as plain text: cannot open libcmark-gfm: \(problem.reason)", severity: .warning,
                hint: "Debian: apt-get install \(MarkdownLibraryError.packages)")
        ]
    }

    func writeFiles(of boards: [Board], to take: (MarkdownFolder.File) throws -> Void) throws {
        try MarkdownFolder.write(shown(boards, selection), to: take)
        try boards.check()
    }

    func write(_ boards: [Board], to destination: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withoutActuallyEscaping(destination) { destination in
            var output = ExportOutput(to: destination)
            do {
                try writer.write(shown(boards, usualSelection), to: &output)
                try boards.check()
            } catch let error as XMLError { throw ExportError.cannotWriteXML(error) }
            try output.flush()
        }
    }

    var usualSelection: CardSelection {
        var selection = selection
        if selection.state == nil {
            selection.state = format.defaultState
            selection.showsArchivedList = selection.list != nil
        }
        return selection
    }

    private func shown(_ boards: [Board], _ selection: CardSelection) -> [Board] {
        boards.selecting(selection).map { $0.numbered(as: spelling) }
    }

    /// Checks that there is a card to write, before anything is written.
    ///
    /// - Throws: ``ExportError/noCards(_:)`` with the input's name.
    func check(_ boards: [Board], in name: String, selecting selection: CardSelection) throws(ExportError) {
        if allowsEmpty || boards.selecting(selection).contains(where: { $0.cardCount > 0 }) { return }
        throw ExportError.noCards(name)
    }

    private var writer: any BoardFormat {
        switch format {
        case .table: TableFormat(terminal: terminal)
        case .csv: CSVFormat(neutralizesFormulas: !rawCSV)
        case .xml: XMLFormat()
        case .markdown: MarkdownFormat()
        case .json: JSONLinesFormat()
        case .html: HTMLFormat(foldsArchived: selection.state == nil, pictures: pictures)
        case .jira: JiraFormat()
        case .obsidian: ObsidianFormat()
        case .full: IssueTable(columns: IssueTable.full, losses: losses)
        case .gitlab where isJSONLines == true: GitLabLines(losses: losses)
        case .gitlab: IssueTable(columns: IssueTable.gitlab, losses: losses)
        case .github where isJSONLines == false: IssueTable(columns: IssueTable.github)
        case .github: GitHubLines()
        case .linear: IssueTable(columns: IssueTable.linear, losses: losses)
        case .kanboard: IssueTable(columns: IssueTable.kanboard, losses: losses)
        }
    }
}

enum ExportError: DiagnosableError, Equatable {
    case cannotWriteXML(XMLError)
    case noCards(String)
    case severalDocuments(ExportFormat)
    case severalToFile(String)
    /// `--undo` with a journal would print JSON on a terminal.
    case undoOnTerminal
    case unknownExtension(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .cannotWriteXML(.noLibrary(let reason)):
            [Diagnostic("cannot open libxml2: \(reason)", hint: "install it, or use --to json")]
        case .cannotWriteXML(let error): [Diagnostic(error.description)]
        case .noCards(let name):
            [
                Diagnostic(
                    "\(name): no card to export: the board, or what is selected of it, has none",
                    hint: "add '--allow-empty' if that is fine")
            ]
        case .severalDocuments(let format):
            [
                Diagnostic(
                    "cannot write several exports to one document with --to \(format.rawValue)",
                    hint: "write them to a folder with --output")
            ]
        case .severalToFile(let name):
            [
                Diagnostic(
                    "cannot write several exports to one file '\(name)'", hint: "name a folder, such as '\(name)/'")
            ]
        case .undoOnTerminal:
            [
                Diagnostic(
                    "'--undo' with '--journal' writes the export, and standard output is a terminal",
                    hint: "add '--in-place' or '-o FILE', or '-o -' to show its JSON here")
            ]
        case .unknownExtension(let name):
            [
                Diagnostic(
                    "'\(name)' does not tell the format: no format has that extension",
                    hint: "use .json for the export itself, or one of "
                        + ExportFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ") + "; or add '--to'")
            ]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .cannotWriteXML(.noLibrary): .unavailable
        case .cannotWriteXML: .internalError
        case .noCards: .problemsFound
        case .severalDocuments, .severalToFile, .undoOnTerminal, .unknownExtension: .usage
        }
    }
}

protocol BoardFormat {
    /// Writes the boards, which must contain only the lists and cards to show.
    func write(_ boards: [Board], to output: inout ExportOutput) throws
}

struct ExportOutput: ~Copyable {
    private var pending: [UInt8] = []
    private let destination: (UnsafeRawBufferPointer) throws -> Void

    private static var pieceSize: Int { 64 * 1024 }

    init(to destination: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.destination = destination }

    mutating func write(_ text: String) throws { try write(text.utf8) }

    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// Writes all parts of the lists in order; their text is generated concurrently.
    mutating func write(_ lists: [BoardList], _ append: @escaping @Sendable (ListPart, inout [UInt8]) -> Void) throws {
        try flush()
        try OrderedTexts.write(
            ListParts(lists), making: { parts, bytes in for part in parts { append(part, &bytes) } },
            // Safety: the closure does not let the bytes escape.
            to: { try $0.withUnsafeBytes(destination) })
    }

    /// Writes what is left in the buffer; must be called at the end.
    mutating func flush() throws {
        guard !pending.isEmpty else { return }
        // Safety: the closure does not let the bytes escape.
        try pending.withUnsafeBytes(destination)
        pending.removeAll(keepingCapacity: true)
    }
}
