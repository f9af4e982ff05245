import DevtoolKit
import Markdown
import XML

/// An export in another format: reads boards from JSON, selects cards, and writes them.
struct BoardExport: Sendable {
    /// The shape.
    var format: ExportFormat
    /// Whether cells of CSV that look like formulas are left alone.
    var rawCSV = false
    /// Whether it is an object a line, where the format can be that or CSV; nil for what is usual.
    var isJSONLines: Bool?
    /// The pictures that a page has in itself.
    var pictures: EmbeddedPictures?
    /// What notes the losses of the importer that it is for, if any.
    var losses: ImportLosses?
    /// Whether it may have no cards.
    var allowsEmpty = false
    /// Which boards, lists and cards are shown.
    var selection = CardSelection()
    /// How numbers are put before titles.
    var spelling = NumberSpelling.standard
    /// The terminal that the text goes to, if any.
    var terminal = Terminal()

    /// The properties of the terminal that affect text for people.
    struct Terminal: Sendable {
        /// Whether and how it is coloured.
        var style = Style.plain
        /// How many columns there are; nil for lines of any length.
        var width: Int?
    }

    /// What the export cannot show as it would be, for want of a library.
    var warnings: [Diagnostic] {
        guard format == .html, let problem = HTMLProse().problem else { return [] }
        return [
            Diagnostic(
                "Markdown is shown as plain text: cannot open libcmark-gfm: \(problem.reason)",
                severity: .warning,
                hint: "Debian: apt-get install \(MarkdownLibraryError.packages)")
        ]
    }

    /// Hands over the boards as files of a folder.
    ///
    /// - Throws: what `take` throws, and what keeps cards from being read.
    func writeFiles(
        of boards: [Board], to take: (MarkdownFolder.File) throws -> Void
    ) throws {
        try MarkdownFolder.write(shown(boards, selection), to: take)
        try boards.check()
    }

    /// Writes boards.
    ///
    /// - Throws: what `destination` throws, what keeps cards from being read, and ``ExportError``.
    func write(
        _ boards: [Board], to destination: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try withoutActuallyEscaping(destination) { destination in
            var output = ExportOutput(to: destination)
            do {
                try writer.write(shown(boards, usualSelection), to: &output)
                try boards.check()
            } catch let error as XMLError {
                throw ExportError.cannotWriteXML(error)
            }
            try output.flush()
        }
    }

    /// The selection, with what is usual where nothing was said.
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

    /// Makes sure, before anything is written, that there is something to write.
    ///
    /// - Throws: ``ExportError/noCards(_:)``, for an input of this name.
    func check(
        _ boards: [Board], in name: String, selecting selection: CardSelection
    ) throws(ExportError) {
        if allowsEmpty || boards.selecting(selection).contains(where: { $0.cardCount > 0 }) {
            return
        }
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

/// An error in writing a board in another format.
enum ExportError: DiagnosableError, Equatable {
    /// libxml2 is missing or fails.
    case cannotWriteXML(XMLError)
    /// An input has no cards, or none of those that were selected.
    case noCards(String)
    /// Several exports were to become one document, for lack of a folder.
    case severalDocuments(ExportFormat)
    /// Several exports were to be written to a file.
    case severalToFile(String)
    /// What a journal takes back would be poured out on a terminal.
    case undoOnTerminal
    /// The name of the output ends in what no format has.
    case unknownExtension(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .cannotWriteXML(.noLibrary(let reason)):
            [Diagnostic("cannot open libxml2: \(reason)", hint: "install it, or use --to json")]
        case .cannotWriteXML(let error):
            [Diagnostic(error.description)]
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
                    "cannot write several exports to one file '\(name)'",
                    hint: "name a folder, such as '\(name)/'")
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
                        + ExportFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
                        + "; or add '--to'")
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

/// A format in which boards can be written.
protocol BoardFormat {
    /// Writes the boards, which hold no other cards than those to be shown.
    func write(_ boards: [Board], to output: inout ExportOutput) throws
}

/// A buffered output for the text of an export.
struct ExportOutput: ~Copyable {
    private var pending: [UInt8] = []
    private let destination: (UnsafeRawBufferPointer) throws -> Void

    private static var pieceSize: Int { 64 * 1024 }

    /// An output that hands what it is given to the closure.
    init(to destination: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.destination = destination
    }

    /// Writes a text.
    mutating func write(_ text: String) throws { try write(text.utf8) }

    /// Writes bytes.
    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// Writes what is appended for each part of the lists, in their order, several at a time.
    mutating func write(
        _ lists: [BoardList], _ append: @escaping @Sendable (ListPart, inout [UInt8]) -> Void
    ) throws {
        try flush()
        try OrderedTexts.write(
            ListParts(lists),
            making: { parts, bytes in
                for part in parts { append(part, &bytes) }
            },
            // Safety: the bytes are lent for the call.
            to: { try $0.withUnsafeBytes(destination) })
    }

    /// Hands over what is still held back; to be called at the end.
    mutating func flush() throws {
        guard !pending.isEmpty else { return }
        // Safety: the bytes are lent for the call.
        try pending.withUnsafeBytes(destination)
        pending.removeAll(keepingCapacity: true)
    }
}
