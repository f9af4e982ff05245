import DevtoolKit

extension BoardJob {
    func checkImport(of input: inout BoardInput, into importer: Importer, by rule: NumberingRule) throws -> BoardResult
    {
        let facts = try importFacts(of: &input, for: importer, by: rule)
        var found = try SourceLocator.located(facts.findings(for: importer), in: input)
        found += numberNote(on: facts, for: importer, in: input.name)
        let nothing = nothingChecked(by: rule, facts.scan, in: input.name)
        let summary =
            "\(input.name): \(facts.scan.selectedCards.counted("card")) checked for \(importer.rawValue), "
            + found.count.counted("finding")
        return BoardResult(
            scan: facts.scan, unknownName: rule.selection.unknownName(in: facts.scan), diagnostics: nothing + found,
            summary: nothing.isEmpty ? summary : nil, hasProblems: !nothing.isEmpty || !facts.problems.isEmpty)
    }

    /// The first findings that remain in an export written for an importer.
    func importWarnings(in input: borrowing BoardInput) throws -> [Diagnostic] {
        guard let importer, task != .check else { return [] }
        var facts = importFacts
        facts.losses = export?.losses?.found ?? facts.losses
        // Writing adds missing members, and removes a header.
        (facts.additions, facts.hasHeader) = ([], false)
        let found = facts.findings(for: importer)
        var warnings = try SourceLocator.located(Array(found.prefix(FirstFew<Diagnostic>.usualLimit)), in: input)
        for index in warnings.indices { warnings[index].severity = .warning }
        if found.count > warnings.count {
            warnings.append(
                Diagnostic(
                    "\(input.name): … and \(found.count - warnings.count) more", severity: .warning,
                    hint: "use '--check --for \(importer.rawValue)' to list all"))
        }
        return warnings + numberNote(on: facts, for: importer, in: input.name)
    }

    private func numberNote(on facts: ImportFacts, for importer: Importer, in name: String) -> [Diagnostic] {
        guard importer.rules.numbersCards, facts.scan.edits.count + facts.scan.tally.alreadyNumbered > 0 else {
            return []
        }
        return [
            Diagnostic(
                "\(name): \(importer.rawValue) shows card numbers itself, so numbered titles would show them twice",
                severity: .warning, rule: .importLoss)
        ]
    }

    func importFacts(of input: inout BoardInput, for importer: Importer, by rule: NumberingRule) throws -> ImportFacts {
        let result = try input.scanResult(by: rule)
        var rules = importer.rules
        var facts = ImportFacts(scan: result)
        if importer.format == nil {
            input.rewind()
            defer { input.rewind() }
            if result.treatedBoards > 0 {
                // Every title has a number, so none is empty.
                rules.members[.card] = rules.members[.card]?.map { $0.0 == .name ? (.name, .text) : $0 }
            }
            let walk = try input.scan(BoardWalker(ImportSink(rules), ofCards: result.isListOfCards))
            guard let board = walk.products.first, walk.products.count == 1, !result.isListOfCards else {
                throw Problem(.badData, "\(input.name): \(importer.rawValue) requires an export of a single board")
            }
            facts = board
            (facts.scan, facts.start) = (result, walk.start)
            facts.hasHeader = try input.hasHeader(before: walk.start)
        }
        let losses = ImportLosses(importer)
        let boards = try input.boards(with: result).selecting(rule.selection)
        if let format = importer.format {
            try BoardExport(format: format, losses: losses, spelling: rule.spelling).write(boards) { _ in }
        } else {
            for _ in TrackerIssue.issues(of: boards, noting: losses) {}
            try boards.check()
        }
        facts.losses = losses.found
        return facts
    }

    /// Writes the numbered export for an importer: without a header, and with all required members.
    func write(
        _ input: inout BoardInput, for facts: ImportFacts, by rule: NumberingRule,
        to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ScanResult {
        let beginning = facts.additions.map { "\"\($0.name)\":\($0.value)," }.joined()
        var position = 0
        try input.write(with: facts.scan.edits, rule.action) { bytes in
            defer { position += bytes.count }
            guard position <= facts.start else { return try write(bytes) }
            guard facts.start < position + bytes.count else { return }
            // Safety: the closure does not let the bytes escape.
            try Array("{\(beginning)".utf8).withUnsafeBytes(write)
            try write(UnsafeRawBufferPointer(rebasing: bytes[(facts.start - position + 1)...]))
        }
        return facts.scan
    }
}

extension BoardInput {
    fileprivate func hasHeader(before start: Int) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: min(start, Self.chunkSize))
        let count = bytes.isEmpty ? 0 : try read(into: &bytes, at: 0)
        return bytes[..<count].contains { !" \t\r\n".utf8.contains($0) }
    }
}
