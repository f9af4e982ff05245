package import DevtoolKit

extension LocatedText {
    /// The text with its references expanded, outside shell lines; `nil` after errors, which are added to `findings`.
    ///
    /// References are `${params.x}`, `${env.X}`, `${config.x.y}` and `${NAME}`, optionally with `:-default`; `$$` is a
    /// dollar sign.
    package func expanded(in scope: TemplateScope, collecting findings: inout [Diagnostic]) -> String? {
        guard mayHaveReferences else { return text }
        let count = findings.count
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        var ordinal = 0
        var budget = ExpansionBudget()
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...].dropFirst()
            switch rest.first {
            case "$":
                result.append("$")
                rest = rest.dropFirst()
                // The last two characters of `$${` count as a reference when references are counted.
                if rest.first == "{" { ordinal += 1 }
            case "{":
                let inside = rest.dropFirst()
                defer { ordinal += 1 }
                guard let end = inside.firstIndex(of: "}") else {
                    findings.append(
                        Diagnostic(
                            "'${' without '}'", at: location(ofReference: ordinal), hint: TemplateReference.literally))
                    return nil
                }
                rest = inside[end...].dropFirst()
                if let value = value(of: inside[..<end], ordinal, in: scope, &findings) {
                    guard budget.take(value) else {
                        findings.append(ExpansionBudget.excess(of: "the text", at: location(ofReference: ordinal)))
                        return nil
                    }
                    result += value.joined.unicodeScalars
                }
            default: result.append("$")
            }
        }
        return findings.count == count ? String(result + rest) : nil
    }

    /// The text as a shell line with its references; `nil` after errors, which are added to `findings`.
    ///
    /// References are `${params.x}`, `${env.X}` and `${config.x.y}`; any other dollar sign belongs to the shell.
    package func expandedForShell(in scope: TemplateScope, collecting findings: inout [Diagnostic]) -> ShellLine? {
        let (length, limit) = (text.utf8.count, ShellObstacle.longestArgument)
        guard length <= limit else {
            findings.append(
                Diagnostic(
                    "the line has \(length) bytes, but a shell accepts at most \(limit)", at: location,
                    hint: "write it to a file"))
            return nil
        }
        guard mayHaveReferences else { return ShellLine([.text(text)]) }
        let count = findings.count
        var pieces: [ShellLine.Piece] = []
        var ordinals: [Int] = []
        func report(_ message: String, _ hint: String?, _ ordinal: Int) {
            findings.append(Diagnostic(message, at: location(ofReference: ordinal), hint: hint))
        }
        let template = ShellTemplate(text)
        for piece in template.pieces {
            switch piece {
            case .text(let text):
                pieces.append(.text(text))
                ordinals.append(0)
            case .failure(let message, let hint, let ordinal): report(message, hint, ordinal)
            case .reference(let body, let placement, let ordinal):
                guard let value = value(of: body.unicodeScalars[...], ordinal, in: scope, &findings) else { continue }
                if let obstacle = ShellObstacle(to: placement.texts(of: value)) {
                    report(obstacle.message, obstacle.hint, ordinal)
                }
                pieces.append(.value(value, placement))
                ordinals.append(ordinal)
            }
        }
        let line = ShellLine(pieces, hasOpenFormat: template.hasOpenFormat)
        // A value that is not known yet cannot be judged.
        let judged = ShellLine(
            pieces.map { piece in
                guard case .value(let value, let placement) = piece, !value.texts.allSatisfy(scope.isKnown) else {
                    return piece
                }
                return .value(.text(""), placement)
            }, hasOpenFormat: template.hasOpenFormat)
        if findings.count == count, let index = judged.calculatedCommand {
            report(ShellObstacle.calculation.message, ShellObstacle.calculation.hint, ordinals[index])
        }
        return findings.count == count ? line : nil
    }

    func value(
        of body: Substring.UnicodeScalarView, _ ordinal: Int, in scope: TemplateScope, _ findings: inout [Diagnostic]
    ) -> TaskValue? {
        do throws(TemplateReference.Failure) { return try TemplateReference(String(body)).value(in: scope) } catch {
            findings.append(Diagnostic(error.message, at: location(ofReference: ordinal), hint: error.hint))
            return nil
        }
    }
}
