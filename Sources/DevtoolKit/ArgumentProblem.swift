import ArgumentParser

/// A mistake in the arguments of a command in devtool's words, from the message that ArgumentParser has for it.
///
/// ArgumentParser keeps its errors to itself, so its sentences are the only source. `ArgumentProblemTests` compares each
/// with what ArgumentParser says today; an unknown sentence is shown as it is.
struct ArgumentProblem {
    let message: String
    /// What to write instead.
    let hint: String?

    /// Translates a message about the arguments of a command.
    init(_ message: String, about command: any ParsableArguments.Type) {
        let outline = CommandOutline(of: command)
        if let match = message.wholeMatch(of: /(?s)Unknown option '([^']*)'.*/) {
            let name = String(match.1)
            self.message = "unknown option '\(name)'"
            let known = (outline.options + CommandOutline.globalOptions).filter { !$0.isHidden }.flatMap(\.names)
            hint =
                known.contains(name)
                ? "write '\(name)' before the command, as it is a global option"
                : name.nearest(in: known.filter { $0.hasPrefix("--") }).map { "did you mean '\($0)'?" }
        } else if let match = message.wholeMatch(of: /(?s)The value '(.*)' is invalid for '([^' ]+)(?: <(.*?)>)?'(.*)/)
        {
            let (value, name) = (String(match.1), String(match.2))
            let known = outline.values.first { $0.0.contains(name) }?.1.words ?? []
            if match.4.hasPrefix(": ") {
                self.message = String(match.4.dropFirst(2))
            } else if let expected = known.isEmpty
                ? match.3.flatMap({ Self.expectations[String($0)] }) : "one of \(known.joined(separator: ", "))"
            {
                self.message = "'\(name)' must be \(expected), not '\(value)'"
            } else {
                self.message = "'\(name)' cannot be '\(value)'"
            }
            hint = value.nearest(in: known).map { "did you mean '\($0)'?" }
        } else if let match = message.wholeMatch(of: /Missing value for '(\S+)(?: <(.*)>)?'/) {
            self.message = "missing value for '\(match.1)'"
            hint = match.2.map { "write '\(match.1) \($0.uppercased())'" }
        } else if let match = message.wholeMatch(
            of: /The option '(.*)' does not take any value, but '(.*)' was specified\./)
        {
            self.message = "'\(match.1)' takes no value, but '\(match.2)' was given"
            hint = "write '\(match.1)' alone"
        } else if let match = message.wholeMatch(of: /Unexpected argument '(.*)'/) {
            self.message = "unexpected argument '\(match.1)'"
            let options = outline.options.flatMap { $0.value?.isFile == true ? $0.names : [] }.filter {
                !GlobalOptions.valued.contains($0)
            }
            // As in 'init package.json'.
            hint = options.count == 1 && outline.positionals.isEmpty ? "did you mean '\(options[0]) \(match.1)'?" : nil
        } else if let match = message.wholeMatch(of: /\d+ unexpected arguments: ('.*')/) {
            self.message = "unexpected arguments: \(match.1)"
            hint = nil
        } else if let match = message.wholeMatch(of: /Missing expected argument '(.*)'/) {
            self.message = "missing argument: \(match.1)"
            hint = nil
        } else if let match = message.wholeMatch(
            of: /Value to be set with flag '(.*)' had already been set with flag '(.*)'/)
        {
            self.message = "'\(match.2)' and '\(match.1)' cannot be combined"
            hint = nil
        } else {
            self.message = message
            hint = nil
        }
    }

    /// What the values with these names in the help must be, where they are not among a few words.
    static let expectations = [
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
