package import DevtoolKit
package import Shell

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
                            "'${' without '}'", at: location(ofReference: ordinal), hint: ShellTemplate.literally))
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
                    "the line is \(length) bytes long, but a shell accepts at most \(limit)", at: location,
                    hint: "move it to a script file"))
            return nil
        }
        guard mayHaveReferences else { return ShellLine([.text(text)]) }
        let count = findings.count
        var pieces: [ShellLine.Piece] = []
        // A value that is not known yet cannot be judged.
        var judged: [ShellLine.Piece] = []
        var ordinals: [Int] = []
        func report(_ message: String, _ hint: String?, _ ordinal: Int) {
            findings.append(Diagnostic(message, at: location(ofReference: ordinal), hint: hint))
        }
        let template = ShellTemplate(text)
        for piece in template.pieces {
            switch piece {
            case .text(let text):
                pieces.append(.text(text))
                judged.append(.text(text))
                ordinals.append(0)
            case .failure(let message, let hint, let ordinal): report(message, hint, ordinal)
            case .reference(let body, let placement, _, let ordinal):
                guard let value = value(of: body.unicodeScalars[...], ordinal, in: scope, &findings) else { continue }
                let texts = value.texts(at: placement)
                if let obstacle = ShellObstacle(to: texts) { report(obstacle.message, obstacle.hint, ordinal) }
                pieces.append(.value(texts, placement))
                judged.append(.value(value.texts.allSatisfy(scope.isKnown) ? texts : [""], placement))
                ordinals.append(ordinal)
            }
        }
        let line = ShellLine(pieces, hasOpenFormat: template.hasOpenFormat)
        if findings.count == count,
            let index = ShellLine(judged, hasOpenFormat: template.hasOpenFormat).calculatedCommand
        {
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

extension TaskValue {
    /// A list is several texts as a word, otherwise one with commas.
    fileprivate func texts(at placement: ShellPlacement) -> [String] { placement == .word ? texts : [joined] }
}

extension ShellObstacle {
    /// Why a value cannot be inserted anywhere; `nil` if it can.
    fileprivate init?(to texts: [String]) {
        if texts.contains(where: { $0.utf8.contains(0) }) {
            self = .zero
        } else if texts.contains(where: { $0.utf8.count > Self.longestArgument }),
            let length = texts.map(\.heldBytes.count).max(), length > Self.longestArgument
        {
            self = .length(length)
        } else {
            return nil
        }
    }
}
