import Files
import SystemPackage

/// The summary of a workflow run on GitHub, to which a step can append text (docs.github.com, "Adding a job summary").
///
/// ```swift
/// StepSummary(in: context)?.append("### Migrated\n\n3 changesets applied.\n")
/// ```
public struct StepSummary: Sendable {
    /// GitHub's limit per step in bytes; longer summaries are dropped entirely.
    static let limit: Int64 = 1 << 20

    private let file: FilePath
    private let console: Console

    package init?(in environment: [String: String], console: Console) {
        guard let path = Self.path(in: environment) else { return nil }
        file = FilePath(path)
        self.console = console
    }

    package static func path(in environment: [String: String]) -> String? {
        guard CISystem(in: environment) == .gitHub else { return nil }
        return environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Appends Markdown, with secrets masked.
    ///
    /// If the summary is full or cannot be written, a warning is reported.
    public func append(_ markdown: String) {
        var text = console.hidingSecrets(in: markdown)
        if !text.hasSuffix("\n") { text += "\n" }
        do {
            let descriptor = try FileDescriptor.open(
                file.followingLinks(), .writeOnly, options: [.append, .create, .closeOnExec],
                permissions: .ownerReadWrite)
            try descriptor.closeAfter {
                let length = try descriptor.seek(offset: 0, from: .end)
                guard length + Int64(text.utf8.count) <= Self.limit else {
                    console.report(Diagnostic("the step summary is full", severity: .warning))
                    return
                }
                _ = try descriptor.writeAll(text.utf8)
            }
        } catch { console.report(Diagnostic("cannot write '\(file)': \(error)", severity: .warning)) }
    }

    /// Escapes text for a paragraph or table cell.
    public static func escaped(_ text: String) -> String {
        text.replacingControlCharacters(except: "\n").unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&", "<", ">": escaped += scalar.markupReference ?? ""
            case "\n": escaped += "<br>"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "@", "$", ":":
                // Character references cannot become Markdown syntax.
                escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
