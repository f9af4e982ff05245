import SystemPackage

/// Commands that GitHub's runner reads from a program's output (docs.github.com, "Workflow commands for GitHub
/// Actions").
///
/// ```
/// ::error file=devtool.yml,line=4,col=7,title=unknown-key::unknown key 'usrname'
/// ```
package struct GitHubActions: Sendable {
    private let paths: ReportPaths

    package init?(environment: [String: String], paths: ReportPaths) {
        guard CISystem(in: environment) == .gitHub else { return nil }
        self.paths = paths
    }

    func annotation(of diagnostic: Diagnostic) -> String {
        var properties: [(name: String, value: String)] = []
        if let location = diagnostic.location, let path = paths.path(of: location) {
            properties = [("file", path), ("line", "\(location.line)"), ("col", "\(location.column)")]
        }
        if let rule = diagnostic.rule { properties.append(("title", rule.id)) }
        var message = diagnostic.message
        if let hint = diagnostic.hint { message += "\nhint: \(hint)" }
        let name =
            switch diagnostic.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        return Self.command(name, properties, data: message)
    }

    static func group(_ title: String) -> String { command("group", data: title) }

    static let endGroup = command("endgroup")

    static func mask(_ secret: Secret) -> String { command("add-mask", data: secret.revealed) }

    /// Neutralizes commands in text that may quote an input.
    ///
    /// The runner recognizes a command at the beginning of a line, possibly after blanks, and the old form (`##[…]`)
    /// anywhere. A zero-width character breaks both.
    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView()
        var isAtBeginning = true
        for scalar in text.unicodeScalars {
            let isOldCommand = scalar == "[" && quoted.suffix(2).elementsEqual("##".unicodeScalars)
            if isAtBeginning && scalar == ":" || isOldCommand { quoted.append("\u{200B}") }
            quoted.append(scalar)
            let isBlank = scalar.properties.isWhitespace
            isAtBeginning = scalar == "\n" || scalar == "\r" || isAtBeginning && isBlank
        }
        return String(quoted)
    }

    private static func command(_ name: String, _ properties: [(name: String, value: String)] = [], data: String = "")
        -> String
    {
        let list = properties.map { "\($0.name)=\(escaped($0.value, "%\r\n:,"))" }.joined(separator: ",")
        return "::\(name)\(list.isEmpty ? "" : " \(list)")::\(escaped(data, "%\r\n"))"
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.percentEncoded { !special.utf8.contains($0) }
    }
}
