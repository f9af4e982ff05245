import DevtoolKit
import JSON

protocol ExportHandler: JSONHandler { var isExport: Bool { get } }

extension BoardInput {
    /// Scans the whole input for the edits of a rule; `keepsAll` makes the result list the edited cards and all
    /// findings.
    ///
    /// - Throws: ``CardsError/malformed(_:at:inExport:)`` if the input is not one JSON value.
    mutating func scan(_ rule: NumberingRule, keepsAll: Bool = false) throws -> ScanResult {
        try scan(BoardScanner(rule: rule, keepsAll: keepsAll)).result
    }

    /// Scans the whole input and returns the handler.
    mutating func scan<Handler: ExportHandler>(_ handler: Handler) throws -> Handler {
        var buffer = [UInt8](repeating: 0, count: chunkRoom)
        return try scan(handler) { input, scanner in
            while case let count = try input.readNext(into: &buffer), count > 0 {
                try scanner.scan(buffer.span.extracting(first: count))
            }
            try scanner.finish()
        }
    }

    private mutating func scan<Handler: ExportHandler>(
        _ handler: Handler, _ read: (inout BoardInput, inout JSONScanner<Handler>) throws -> Void
    ) throws -> Handler {
        var scanner = JSONScanner(handler: handler)
        do { try read(&self, &scanner) } catch let error as JSONSyntaxError {
            let locations = try SourceLocator.locations(of: [error.offset], in: self)
            guard let location = locations.first else { throw FileError.changedWhileRead(name) }
            throw CardsError.malformed(error, at: location, inExport: try scanner.handler.isExport || beginsBoard)
        }
        return scanner.handler
    }

    private var beginsBoard: Bool {
        get throws {
            var beginning = [UInt8](repeating: 0, count: BoardSignature.reach)
            let count = try reader.read(into: &beginning, at: 0)
            return BoardSignature.isBoard(beginning.span.extracting(first: count))
        }
    }

    /// Finds the lists of a selection in a separate pass, then rewinds the input.
    mutating func findLists(for selection: inout CardSelection) throws {
        guard selection.needsLists else { return }
        defer { rewind() }
        let finder = try scan(ListFinder(name: selection.list))
        selection.archivedListIDs = finder.archived
        if selection.list == nil { return }
        selection.listIDs = finder.identifiers
        selection.isListKnown = finder.hasFound
        selection.otherLists = finder.otherNames
    }

    /// Checks that the only input has the rule's board and list, before anything is written, then rewinds the input.
    mutating func refuseUnknownName(in rule: NumberingRule) throws {
        guard rule.selection.board != nil || rule.selection.list != nil else { return }
        defer { rewind() }
        if let unknown = rule.selection.unknownName(in: try scan(rule)) {
            throw Problem(.badData, "\(name): \(unknown.problem)", hint: unknown.hint)
        }
    }

    /// Finds the edits of a rule in an input that has a board with cards.
    ///
    /// Undoing only removes numbers that are spelled byte for byte as numbering spells them: the title `\u00235 Plan`
    /// is shown as `#5 Plan`, but differs in its bytes.
    ///
    /// - Throws: ``CardsError/noBoard(_:)``.
    mutating func scanResult(by rule: NumberingRule, keepsAll: Bool = false) throws -> ScanResult {
        var result = try scan(rule, keepsAll: keepsAll)
        if result.boards == 0 { throw CardsError.noBoard(name) }
        if rule.action == .undo {
            try dropOtherSpellings(than: rule.spelling, from: &result)
            try countNumbersOfBefore(in: &result, as: rule)
        }
        return result
    }

    /// Counts the edits whose number was in the title before devtool numbered it, according to the board's history.
    private mutating func countNumbersOfBefore(in result: inout ScanResult, as rule: NumberingRule) throws {
        guard result.edits.count > 0 else { return }
        rewind()
        let history = try scan(BoardWalker(HistorySink())).products
        let spelling = rule.spelling
        result.numbersOfBefore = result.edits.count { edit in
            guard let digits = spelling.digits(of: edit.text).map(Array.init) else { return false }
            let text = String(decoding: spelling.text(digits), as: UTF8.self)
            return history.contains { beginnings in
                beginnings[String(decoding: digits, as: UTF8.self)]?.contains(where: text.hasPrefix) ?? false
            }
        }
    }

    private func dropOtherSpellings(than spelling: NumberSpelling, from result: inout ScanResult) throws {
        var check = SpellingCheck(of: reader)
        var confirmed = TitleEdits(spelling: spelling)
        var cards: [EditedCard] = []
        for (index, edit) in result.edits.enumerated() {
            guard try check.isThere(edit) else { continue }
            confirmed.append(number: Array(spelling.digits(of: edit.text) ?? []), at: edit.offset)
            if index < result.editedCards.count { cards.append(result.editedCards[index]) }
        }
        result.edits = confirmed
        result.editedCards = cards
    }

    /// Writes the input with the edits of a rule.
    ///
    /// After an error, the output is empty if it can be truncated. Such an output is written on a second thread during
    /// the scan. Any other output, and undoing, have to wait until the scan has succeeded.
    mutating func transfer(by rule: NumberingRule, to output: BoardOutput) throws -> ScanResult {
        guard rule.action == .number, let restart = output.restart, knownLength == 0 || knownLength > Self.chunkSize
        else {
            let result = try scanResult(by: rule)
            try write(with: result.edits, rule.action, to: output.write)
            return result
        }
        do {
            let result = try followedScan(rule, output.write)
            if result.boards == 0 { throw CardsError.noBoard(name) }
            if result.isRevoked {
                try restart()
                try write(with: result.edits, rule.action, to: output.write)
            }
            try checkUnchanged()
            return result
        } catch {
            try? restart()
            throw error
        }
    }

    /// Writes the input with the edits.
    ///
    /// - Throws: errors from `write`, and ``FileError/changedWhileRead(_:)``; the caller must then not commit an
    ///   output.
    func write(
        with edits: TitleEdits, _ action: NumberingRule.Action, to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try checkUnchanged()
        var splicer = Splicer(of: reader, inChunksOf: chunkRoom, action: action)
        try splicer.copy(upTo: length, with: edits, to: write)
        try checkUnchanged()
    }

    private mutating func followedScan(
        _ rule: NumberingRule, _ write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ScanResult {
        let follower = ScanFollower(
            reading: sequence, inChunksOf: chunkRoom,
            splicing: Splicer(of: reader, inChunksOf: chunkRoom, action: rule.action), to: write)
        let handler: BoardScanner
        do {
            handler = try scan(BoardScanner(rule: rule)) { input, scanner in
                while let piece = try follower.next() {
                    input.note(readUpTo: piece.range.upperBound)
                    try scanner.scan(piece)
                    follower.pass(consume piece, scanner.handler.settle(scanned: scanner.offset))
                }
                try scanner.finish()
                follower.pass(nil, scanner.handler.settle(scanned: scanner.offset))
            }
        } catch {
            try? follower.finish()
            throw error
        }
        try follower.finish()
        return handler.result
    }

    /// Writes the input in another format, with the edits of a rule, once the whole input has been scanned.
    mutating func write(
        by rule: NumberingRule, as export: BoardExport, to write: (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> ScanResult {
        // A regular file can be read at two places at once.
        let (reader, isRegularFile) = (reader, isRegularFile)
        let hasFronts = export.format == .html
        async let early = isRegularFile ? Self.outlines(reader, hasFronts: hasFronts) : nil
        let result = try scanResult(by: rule)
        // The outlines may still be in progress.
        let source = source(with: result.edits, rule.action)
        let known = try await result.isListOfCards ? nil : early
        let outlines = try known ?? Self.outlines(reader, hasFronts: hasFronts, ofCards: result.isListOfCards)
        let boards = outlines.map { $0.board(readFrom: source) }
        try export.check(boards, in: name, selecting: export.usualSelection)
        try reader.rereading { try export.write(boards, to: write) }
        try checkUnchanged()
        return result
    }

    /// Passes the cards to `take` as the files of a folder.
    mutating func writeFiles(
        with result: ScanResult, _ action: NumberingRule.Action, as export: BoardExport,
        to take: (MarkdownFile) throws -> Void
    ) throws {
        let boards = try boards(with: result, action)
        try export.check(boards, in: name, selecting: export.selection)
        try reader.rereading { try export.writeFiles(of: boards, to: take) }
        try checkUnchanged()
    }

    func boards(with result: ScanResult, _ action: NumberingRule.Action = .number) throws -> [Board] {
        let source = source(with: result.edits, action)
        return try Self.outlines(reader, hasFronts: false, ofCards: result.isListOfCards).map {
            $0.board(readFrom: source)
        }
    }

    private func source(with edits: TitleEdits, _ action: NumberingRule.Action) -> ExportSource {
        ExportSource(edits: edits, action) { [reader] place, bytes in try reader.append(place, to: &bytes) }
    }

    private static func outlines(_ reader: InputReader, hasFronts: Bool, ofCards isListOfCards: Bool = false) throws
        -> [BoardOutline]
    {
        var scanner = JSONScanner(handler: BoardWalker(BoardOutline(hasFronts: hasFronts), ofCards: isListOfCards))
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var offset = 0
        try reader.rereading {
            while case let count = try reader.read(into: &buffer, at: offset), count > 0 {
                try scanner.scan(buffer.span.extracting(first: count))
                offset += count
            }
            try scanner.finish()
        }
        return scanner.handler.products
    }
}

extension InputReader {
    fileprivate func rereading(_ read: () throws -> Void) throws {
        do { try read() } catch is JSONSyntaxError {
            // The input was valid JSON when it was scanned.
            throw FileError.changedWhileRead(name)
        }
    }
}

extension JSONScanner {
    /// In a function of its own, so that the span ends before the piece is passed on.
    fileprivate mutating func scan(_ piece: ScanFollower.Piece) throws(JSONSyntaxError) {
        try scan(piece.bytes.span.extracting(first: piece.count))
    }
}

struct SpellingCheck {
    private let input: InputReader
    /// The chunk that was read last, and its offset.
    private var chunk: [UInt8]
    private var count = 0
    private var start = 0

    init(of input: InputReader) {
        self.input = input
        chunk = [UInt8](repeating: 0, count: BoardInput.chunkSize)
    }

    /// Whether the input has the edit's text at its offset; the offsets of successive calls must ascend.
    mutating func isThere(_ edit: TitleEdits.Element) throws -> Bool {
        if edit.offset < start || edit.offset + edit.text.count > start + count {
            if edit.text.count > chunk.count { chunk = [UInt8](repeating: 0, count: edit.text.count) }
            start = edit.offset
            count = try input.read(into: &chunk, at: start)
        }
        return chunk[..<count].dropFirst(edit.offset - start).starts(with: edit.text)
    }
}
