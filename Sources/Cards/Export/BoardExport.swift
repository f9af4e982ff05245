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
    /// The style and width of the output; the defaults are for a file.
    var style = Style.plain
    var width: Int?

    var warnings: [Diagnostic] {
        guard format == .html, let problem = MarkdownHTML.libraryProblem else { return [] }
        return [
            Diagnostic(
                "Markdown is shown as plain text: cannot open libcmark-gfm: \(problem)", severity: .warning,
                hint: "Debian: apt-get install \(MarkdownHTML.packages)")
        ]
    }

    func writeFiles(of boards: [Board], to take: (MarkdownFile) throws -> Void) throws {
        try MarkdownFile.write(shown(boards, selection), to: take)
        try boards.check()
    }

    func write(_ boards: [Board], to destination: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withoutActuallyEscaping(destination) { destination in
            var output = ExportOutput(to: destination)
            do {
                try writer.write(shown(boards, usualSelection), to: &output)
                try boards.check()
            } catch let error as XMLError { throw Problem.cannotWriteXML(error) }
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
    func check(_ boards: [Board], in name: String, selecting selection: CardSelection) throws(Problem) {
        if allowsEmpty || boards.selecting(selection).contains(where: { $0.cardCount > 0 }) { return }
        throw .noCards(in: name)
    }

    private var writer: any BoardFormat {
        switch format {
        case .table: TableFormat(style: style, width: width)
        case .csv: CSVFormat(neutralizesFormulas: !rawCSV)
        case .xml: XMLFormat()
        case .markdown: MarkdownFormat()
        case .json: JSONLinesFormat()
        case .html: HTMLFormat(foldsArchived: selection.state == nil, pictures: pictures)
        case .jira: JiraFormat(losses: losses)
        case .obsidian: ObsidianFormat()
        case .full: IssueTable(columns: IssueTable.full, losses: losses)
        case .gitlab where isJSONLines == true: GitLabLines(losses: losses)
        case .gitlab: IssueTable(columns: IssueTable.gitlab, losses: losses)
        case .github where isJSONLines == false: IssueTable(columns: IssueTable.github, losses: losses)
        case .github: GitHubLines(losses: losses)
        case .linear: IssueTable(columns: IssueTable.linear, losses: losses)
        case .kanboard: IssueTable(columns: IssueTable.kanboard, losses: losses)
        }
    }
}

extension Problem {
    static func cannotWriteXML(_ error: XMLError) -> Problem {
        guard case .noLibrary(let reason) = error else { return Problem(.internalError, error.description) }
        return Problem(.unavailable, "cannot open libxml2: \(reason)", hint: "install it, or use --to json")
    }

    static func noCards(in name: String) -> Problem {
        Problem(
            .problemsFound, "\(name): the board or the selection has no cards to export",
            hint: "add '--allow-empty' to allow this")
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
