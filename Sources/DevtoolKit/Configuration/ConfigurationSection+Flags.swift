extension ConfigurationSection {
    /// Puts the value that a flag of the command line has for a key in the place of those of all other layers.
    ///
    /// ```swift
    /// let section = try context.configuration().section(of: Self.self)
    ///     .overriding("jobs", with: jobs, from: "--jobs")
    /// ```
    ///
    /// - Parameters:
    ///   - key: the key of a setting.
    ///   - text: what the flag says; `[a, b]` is a list, as in YAML, and any other text a list of one.
    ///   - flag: the flag's name, for messages and as the value's ``Origin``.
    /// - Returns: the section with that value; the same section where the flag is not given.
    /// - Throws: ``FlagError`` when the text is no value of the setting.
    public func overriding(
        _ key: String, with text: String?, from flag: String
    ) throws -> ConfigurationSection {
        guard let text, let setting = settings.first(where: { $0.key == key }) else { return self }
        let origin = Origin.flag(flag)
        guard let value = setting.kind.value(of: text, reference: nil) else {
            throw FlagError(
                finding: origin.finding(
                    about: "\(path).\(key)", setting.kind.refusal(of: text),
                    hint: setting.kind.hint(for: text)))
        }
        var section = self
        section.set(key, to: value, from: origin)
        if let finding = section.brokenReference(at: setting) { throw FlagError(finding: finding) }
        return section
    }

    /// What is wrong with a setting's value as a reference to an entry of the section, if it is one.
    func brokenReference(at setting: Setting) -> Diagnostic? {
        guard case .reference(let key) = setting.kind,
            let name = string(setting.key), let origin = origin(of: setting.key),
            case let names = entries(key).map(\.name), !names.contains(name)
        else { return nil }
        return origin.finding(
            about: "\(path).\(setting.key)", "names '\(name)', which is not one of the \(key)",
            hint: .suggestion(for: name, in: names))
    }
}

/// A flag whose value is none of its setting.
public struct FlagError: DiagnosableError {
    fileprivate let finding: Diagnostic

    /// What is wrong with it.
    public var diagnostics: [Diagnostic] { [finding] }
    /// 64.
    public var exitStatus: ExitStatus { .usage }
}
