package import DevtoolKit

extension LocatedText {
    /// The text with its references put in, as no shell reads it: `${params.x}`, `${env.X}`, `${config.x.y}`
    /// and `${NAME}`, each also with `:-default`, and `$$` for a dollar.
    ///
    /// - Parameters:
    ///   - scope: what the references stand for.
    ///   - findings: what is wrong is added to these, each with its place.
    /// - Returns: the text; nil where something is wrong.
    package func expanded(
        in scope: TemplateScope, collecting findings: inout [Diagnostic]
    ) -> String? {
        guard mayHaveReferences else { return text }
        let count = findings.count
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        var ordinal = 0
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...].dropFirst()
            switch rest.first {
            case "$":
                result.append("$")
                rest = rest.dropFirst()
                // Of `$${` the last two are a `${` to the eye that counts them.
                if rest.first == "{" { ordinal += 1 }
            case "{":
                let inside = rest.dropFirst()
                defer { ordinal += 1 }
                guard let end = inside.firstIndex(of: "}") else {
                    findings.append(
                        Diagnostic(
                            "'${' without '}'", at: location(ofReference: ordinal),
                            hint: TemplateReference.literally))
                    return nil
                }
                rest = inside[end...].dropFirst()
                if let value = value(of: inside[..<end], ordinal, in: scope, &findings) {
                    result += value.joined.unicodeScalars
                }
            default:
                result.append("$")
            }
        }
        return findings.count == count ? String(result + rest) : nil
    }

    /// The text, a line for a shell, with the values of `${params.x}`, `${env.X}` and `${config.x.y}` put in,
    /// quoted for the places where they stand; every other dollar is the shell's.
    ///
    /// - Parameters:
    ///   - scope: what the references stand for.
    ///   - findings: what is wrong is added to these, each with its place.
    /// - Returns: the line; nil where something is wrong.
    package func expandedForShell(
        in scope: TemplateScope, collecting findings: inout [Diagnostic]
    ) -> String? {
        guard mayHaveReferences else { return text }
        let count = findings.count
        var result = ""
        for piece in ShellTemplate(text).pieces {
            switch piece {
            case .text(let text): result += text
            case .failure(let message, let hint, let ordinal):
                findings.append(
                    Diagnostic(message, at: location(ofReference: ordinal), hint: hint))
            case .reference(let body, let placement, let ordinal):
                guard let value = value(of: body.unicodeScalars[...], ordinal, in: scope, &findings)
                else { continue }
                if !value.joined.utf8.contains(0), let quoted = placement.quoted(value) {
                    result += quoted
                } else {
                    findings.append(
                        Diagnostic(
                            "a value with such characters cannot be put safely here",
                            at: location(ofReference: ordinal),
                            hint: ShellObstacle.expansion.hint))
                }
            }
        }
        return findings.count == count ? result : nil
    }

    private func value(
        of body: Substring.UnicodeScalarView, _ ordinal: Int, in scope: TemplateScope,
        _ findings: inout [Diagnostic]
    ) -> TemplateReference.Value? {
        do throws(TemplateReference.Failure) {
            return try TemplateReference(String(body)).value(in: scope)
        } catch {
            findings.append(
                Diagnostic(error.message, at: location(ofReference: ordinal), hint: error.hint))
            return nil
        }
    }
}
