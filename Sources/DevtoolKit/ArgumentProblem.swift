import ArgumentParser

extension Diagnostic {
    /// A mistake in the arguments of a command in devtool's words, from the message that ArgumentParser has for it.
    ///
    /// ArgumentParser keeps its errors to itself, so its sentences are the only source. `ArgumentProblemTests` compares
    /// each with what ArgumentParser says today; an unknown sentence is shown as it is.
    static func ofArguments(_ message: String, about command: any ParsableArguments.Type) -> Diagnostic {
        let outline = CommandOutline(of: command)
        if let match = message.wholeMatch(of: /(?s)Unknown option '([^']*)'.*/) {
            let name = String(match.1)
            let known = (outline.options + CommandOutline.globalOptions).filter { !$0.isHidden }.flatMap(\.names)
            let hint =
                known.contains(name)
                ? "write '\(name)' before the command, as it is a global option"
                : name.nearest(in: known.filter { $0.hasPrefix("--") }).map { "did you mean '\($0)'?" }
            return Diagnostic("unknown option '\(name)'", hint: hint)
        }
        if let match = message.wholeMatch(of: /(?s)The value '(.*)' is invalid for '([^' ]+)(?: <(.*?)>)?'(.*)/) {
            let (value, name) = (String(match.1), String(match.2))
            let known = outline.values.first { $0.0.contains(name) }?.1.words ?? []
            let hint = value.nearest(in: known).map { "did you mean '\($0)'?" }
            if match.4.hasPrefix(": ") { return Diagnostic(String(match.4.dropFirst(2)), hint: hint) }
            let expected =
                known.isEmpty ? match.3.flatMap { expectations[String($0)] } : "one of \(known.joined(separator: ", "))"
            let problem = expected.map { "must be \($0), not '\(value)'" } ?? "cannot be '\(value)'"
            return Diagnostic("'\(name)' \(problem)", hint: hint)
        }
        if let match = message.wholeMatch(of: /Missing value for '(\S+)(?: <(.*)>)?'/) {
            let hint = match.2.map { "write '\(match.1) \($0.uppercased())'" }
            return Diagnostic("missing value for '\(match.1)'", hint: hint)
        }
        if let match = message.wholeMatch(of: /The option '(.*)' does not take any value, but '(.*)' was specified\./) {
            let hint = "write '\(match.1)' alone"
            return Diagnostic("'\(match.1)' takes no value, but '\(match.2)' was given", hint: hint)
        }
        if let match = message.wholeMatch(of: /Unexpected argument '(.*)'/) {
            let options = outline.options.flatMap { $0.value?.isFile == true ? $0.names : [] }.filter {
                !GlobalOptions.valued.contains($0)
            }
            // As in 'init package.json'.
            let isMeant = options.count == 1 && outline.positionals.isEmpty
            return Diagnostic(
                "unexpected argument '\(match.1)'", hint: isMeant ? "did you mean '\(options[0]) \(match.1)'?" : nil)
        }
        if let match = message.wholeMatch(of: /\d+ unexpected arguments: ('.*')/) {
            return Diagnostic("unexpected arguments: \(match.1)")
        }
        if let match = message.wholeMatch(of: /Missing expected argument '(.*)'/) {
            return Diagnostic("missing argument: \(match.1)")
        }
        let conflict = /Value to be set with flag '(.*)' had already been set with flag '(.*)'/
        if let match = message.wholeMatch(of: conflict) {
            return Diagnostic("'\(match.2)' and '\(match.1)' cannot be combined")
        }
        return Diagnostic(message)
    }

    /// What the values with these names in the help must be, where they are not among a few words.
    private static let expectations = [
        "count": JobCount.expectation, "duration": DurationText.expectation,
        "pixels": "a size in pixels like 32 or 32x32", "hex": "a SHA-256 checksum (64 hexadecimal digits)",
    ]
}

extension CommandOutline {
    /// The values of options and arguments, with the names by which ArgumentParser calls them.
    fileprivate var values: [(names: [String], value: Value)] {
        (options + Self.globalOptions).compactMap { option in option.value.map { (option.names, $0) } }
            + positionals.map { (["<\($0.value.name)>"], $0.value) }
    }
}
