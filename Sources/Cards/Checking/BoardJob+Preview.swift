import DevtoolKit

extension BoardJob {
    /// Looks which cards of an export have no number.
    func check(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) throws -> BoardResult {
        let findings = try input.findings(by: rule, keepsAll: true)
        if findings.boards == 0, !file.isFound { throw CardsError.noBoard(input.name) }
        let report = CheckReport(findings)
        let unknownName = rule.selection.unknownName(in: findings)
        let notes = FindingsReport(findings, of: task).notes(on: input.name)
        return BoardResult(
            findings: findings, unknownName: unknownName,
            diagnostics: try notes + report.diagnostics(for: input),
            summary: findings.treatedBoards == 0 || unknownName != nil
                ? nil : report.summary(of: input.name),
            hasProblems: findings.edits.count > 0,
            testCase: testCase(of: file, findings, without: unknownName))
    }

    /// That an export passed; one that did not is in the reports with its errors.
    private func testCase(
        of file: BoardFile, _ findings: Findings, without unknownName: UnknownName?
    ) -> TestCase? {
        guard findings.edits.count == 0 else { return nil }
        let reason =
            unknownName?.problem ?? (findings.treatedBoards == 0 ? "not marked with '#'" : nil)
        return TestCase(
            file.name, in: "devtool.cards", outcome: reason.map { .skipped($0) } ?? .passed)
    }

    /// Shows the titles of an export before and after.
    ///
    /// The status does not depend on whether there is a difference, as with `git diff`.
    func show(_ input: inout BoardInput, by rule: NumberingRule) throws -> Findings {
        var findings = try input.findings(by: rule, keepsAll: true)
        let console = context.console
        let style = ColorChoice.auto.style(
            environment: context.environment, isTerminal: console.outputWidth != nil)
        let diff = TitleDiff(rule: rule, style: style)
        var text = diff.text(of: findings.editedCards, in: input.name)
        try text.withUTF8 { try console.write(UnsafeRawBufferPointer($0)) }
        findings.tally = findings.tally.shortened
        return findings
    }
}
