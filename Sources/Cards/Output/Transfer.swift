import DevtoolKit

extension BoardInput {
    /// Finds what a rule asks to be changed, and writes the input with the changes.
    ///
    /// Nothing is left in the output unless the whole input is well-formed. Where the output can be taken
    /// back, it follows the scan on a second thread; elsewhere, and to undo, it has to wait for the scan's
    /// end. With `onlyExports` an input without cards is not written at all.
    mutating func transfer(
        by rule: NumberingRule, to output: BoardOutput, onlyExports: Bool = false
    ) async throws -> Findings {
        guard !onlyExports, rule.action == .number, let restart = output.restart,
            knownLength == 0 || knownLength > Self.chunkSize
        else {
            let findings = try findings(by: rule)
            if onlyExports, findings.boards == 0 { return findings }
            try write(with: findings.edits, rule.action, to: output.write)
            return findings
        }
        do {
            let findings = try await followedScan(rule, output.write)
            if findings.isRevoked {
                try restart()
                try write(with: findings.edits, rule.action, to: output.write)
            }
            try checkUnchanged()
            return findings
        } catch {
            try? restart()
            throw error
        }
    }

    /// Writes the input with all the edits.
    ///
    /// - Throws: what `write` throws, and ``CardsError/changedWhileRead(_:)``, so that an output
    ///   that is replaced in one step is not replaced then.
    func write(
        with edits: TitleEdits, _ action: NumberingRule.Action,
        to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try checkUnchanged()
        var splicer = Splicer(of: reader, inChunksOf: chunkRoom, action: action)
        try splicer.copy(upTo: length, with: edits, to: write)
        try checkUnchanged()
    }

    private mutating func followedScan(
        _ rule: NumberingRule,
        _ write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Findings {
        let (stream, settled) = AsyncStream.makeStream(of: (edits: TitleEdits, end: Int).self)
        let splicer = Splicer(of: reader, inChunksOf: chunkRoom, action: rule.action)
        async let copied: Void = {
            var splicer = splicer
            for await (edits, end) in stream {
                try splicer.copy(upTo: end, with: edits, to: write)
            }
        }()
        defer { settled.finish() }
        let findings = try scan(rule) { settled.yield(($0, $1)) }
        settled.finish()
        try await copied
        return findings
    }
}
