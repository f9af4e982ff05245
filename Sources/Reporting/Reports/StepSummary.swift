import SystemPackage

/// The page that GitHub shows for a run of a workflow, to which a step may add text
/// (docs.github.com, "Adding a job summary").
///
/// ```swift
/// StepSummary(in: context)?.append("### Migrated\n\n3 changesets applied.\n")
/// ```
public struct StepSummary: Sendable {
    /// The most bytes that GitHub takes of a step; of a longer text it takes nothing.
    static let limit: Int64 = 1 << 20

    private let file: FilePath
    private let console: Console

    /// The summary of the step that devtool runs in; nil elsewhere than under GitHub's runner.
    ///
    /// - Parameters:
    ///   - environment: the environment variables.
    ///   - console: where to warn of a summary that cannot be written.
    package init?(in environment: [String: String], console: Console) {
        guard environment["GITHUB_ACTIONS"] == "true",
            let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
        else { return nil }
        file = FilePath(path)
        self.console = console
    }

    /// Adds a text in Markdown, secrets as `***`.
    ///
    /// It is an extra: when it cannot be written, or would be too long, a warning says so.
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
                    console.report(
                        Diagnostic("the step's summary is full", severity: .warning))
                    return
                }
                _ = try descriptor.writeAll(text.utf8)
            }
        } catch {
            console.report(
                Diagnostic("cannot write '\(file)': \(error)", severity: .warning))
        }
    }

    /// A text as a paragraph, or a cell of a table, that shows it as it is, whatever it holds.
    public static func escaped(_ text: String) -> String {
        text.replacingControlCharacters(except: "\n").unicodeScalars.reduce(into: "") {
            escaped, scalar in
            switch scalar {
            case "&", "<", ">": escaped += scalar.markupReference ?? ""
            case "\n": escaped += "<br>"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "@", "$", ":":
                // As a number it is text, and cannot be one of Markdown's signs.
                escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
