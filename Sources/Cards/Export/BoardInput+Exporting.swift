import JSON

extension BoardInput {
    /// Finds what a rule asks to be changed, and writes the input with the changes in another shape.
    ///
    /// With `onlyExports` an input without cards is not written at all.
    ///
    /// - Throws: as ``write(with:_:to:)``, and ``ExportError``; `write` is not called before the whole
    ///   input is known to be well-formed.
    mutating func write(
        by rule: NumberingRule, as export: BoardExport, onlyExports: Bool = false,
        to write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Findings {
        let findings = try findings(by: rule)
        if onlyExports, findings.boards == 0 { return findings }
        do {
            try export.write(
                from: { try self.write(with: findings.edits, rule.action, to: $0) }, to: write)
        } catch is JSONSyntaxError {
            // The input was JSON when it was scanned.
            throw CardsError.changedWhileRead(name)
        }
        return findings
    }
}
