/// A problem or note about the user's input, configuration or environment.
///
/// Its text follows the GNU Coding Standards for error messages, which editors and CI systems parse:
///
/// ```
/// devtool.yml:4:7: unknown key 'usrname' in migrate.targets.dev
///       usrname: app
///       ^
///   hint: did you mean 'username'?
/// ```
public struct Diagnostic: Hashable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        case error
        /// The command continues, but the result may be unintended.
        case warning
        case note
    }

    /// The severity; an error by default.
    public var severity: Severity
    /// The kind of problem, for reports.
    public var rule: Rule?
    /// A sentence without a full stop.
    public var message: String
    /// The location in an input, if any.
    public var location: SourceLocation?
    /// Advice for the user.
    public var hint: String?

    /// Creates a diagnostic.
    public init(
        _ message: String, severity: Severity = .error, at location: SourceLocation? = nil, hint: String? = nil,
        rule: Rule? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.location = location
        self.hint = hint
    }

    /// The human-readable text; without a location, it starts with `program`.
    public func rendered(program: String, style: Style = .plain) -> String {
        // Text quoted from an input must not control the terminal.
        let message = message.replacingControlCharacters(except: "\n")
        let place = (location.map { "\($0)" } ?? program).replacingControlCharacters()
        var text = style(.path, "\(place):") + " "
        switch severity {
        case .error: text += style(.error, message)
        case .warning: text += style(.warning, "warning:") + " " + message
        case .note: text += style(.note, "note:") + " " + message
        }
        if let excerpt = location?.excerpt, !excerpt.isBlank { text += "\n\(excerpt.rendered(style: style))" }
        if let hint = hint?.replacingControlCharacters(except: "\n") { text += "\n  \(style(.hint, "hint:")) \(hint)" }
        return text
    }

    func hiding(_ secrets: KnownSecrets) -> Diagnostic {
        var copy = self
        copy.message = secrets.hidden(in: message)
        copy.rule = rule?.hiding(secrets)
        if let file = location?.file { copy.location?.file = secrets.hidden(in: file) }
        copy.hint = hint.map(secrets.hidden(in:))
        // Masking would move the column of the caret.
        if let line = location?.excerpt?.uncut, secrets.areIn([line.heldBytes]) { copy.location?.excerpt = nil }
        return copy
    }
}

/// An error with diagnostics for the user and an exit status.
public protocol DiagnosableError: Error {
    /// The diagnostics in the order to report them.
    var diagnostics: [Diagnostic] { get }
    /// The exit status of the process.
    var exitStatus: ExitStatus { get }
}
