/// One thing to tell the user about their input, configuration or surroundings.
///
/// Shown in the form that GNU's standards ask of error messages, which editors and CI systems parse:
///
/// ```
/// devtool.yml:4:7: unknown key 'usrname' in migrate.targets.dev
///       usrname: app
///       ^
///   hint: did you mean 'username'?
/// ```
public struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// The command cannot do what it was asked to.
        case error
        /// The command goes on, and the result may not be what was meant.
        case warning
        /// Something worth knowing.
        case note
    }

    /// How bad it is.
    public var severity: Severity
    /// What kind of problem it is, for reports.
    public var rule: Rule?
    /// A sentence without a full stop that says what is wrong.
    public var message: String
    /// The place in an input, where there is one.
    public var location: SourceLocation?
    /// What to do about it.
    public var hint: String?

    /// Creates a diagnostic.
    public init(
        _ message: String,
        severity: Severity = .error,
        at location: SourceLocation? = nil,
        hint: String? = nil,
        rule: Rule? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.location = location
        self.hint = hint
    }

    /// The text for people; `program` stands where a place would.
    public func rendered(program: String, style: Style = .plain) -> String {
        // What is quoted from an input must not steer the terminal.
        let message = message.replacingControlCharacters(except: "\n")
        let place = (location.map { "\($0)" } ?? program).replacingControlCharacters()
        var text = style(.path, "\(place):") + " "
        switch severity {
        case .error: text += style(.error, message)
        case .warning: text += style(.warning, "warning:") + " " + message
        case .note: text += style(.note, "note:") + " " + message
        }
        if let excerpt = location?.excerpt { text += "\n\(excerpt.rendered(style: style))" }
        if let hint = hint?.replacingControlCharacters(except: "\n") {
            text += "\n  \(style(.hint, "hint:")) \(hint)"
        }
        return text
    }

    /// The diagnostic without secrets.
    func hiding(_ secrets: KnownSecrets) -> Diagnostic {
        var copy = self
        copy.message = secrets.hidden(in: message)
        copy.rule = rule?.hiding(secrets)
        if let file = location?.file { copy.location?.file = secrets.hidden(in: file) }
        copy.hint = hint.map(secrets.hidden(in:))
        // The mark would no longer stand under its column.
        if let line = location?.excerpt?.uncut, secrets.areIn([line.heldBytes]) {
            copy.location?.excerpt = nil
        }
        return copy
    }
}

/// An error that can say what went wrong, and with which status devtool ends for it.
///
/// Each module has one enum that conforms; its cases carry data, and the sentences are written here.
public protocol DiagnosableError: Error {
    /// What is reported, in order.
    var diagnostics: [Diagnostic] { get }
    /// What the process ends with.
    var exitStatus: ExitStatus { get }
}
