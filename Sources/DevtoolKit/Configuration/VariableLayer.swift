/// The layer of the variables `DEVTOOL_SECTION_KEY`, from the environment and from `.env`.
///
/// A section's or an entry's name and a key become a variable's name in capitals, with an underscore for
/// whatever is neither letter nor digit: `migrate.targets.dev.url` is `DEVTOOL_MIGRATE_TARGETS_DEV_URL`.
package struct VariableLayer {
    private let variables: Variables
    /// What is wrong, in the order of the settings.
    private(set) var findings: [Diagnostic] = []
    /// The variables that a setting could have.
    private var known: Set<String> = []

    /// Prepares the layer.
    init(_ variables: Variables) {
        self.variables = variables
    }

    /// Puts the variables' values in the place of the section's own; those of entries only where a file
    /// names the entry, since a variable's name does not tell how it is written.
    mutating func apply(to section: inout ConfigurationSection) {
        for setting in section.settings {
            let path = "\(section.path).\(setting.key)"
            if case .entries = setting.kind {
                guard let origin = section.origin(of: setting.key) else { continue }
                var entries = section.entries(setting.key)
                for index in entries.indices { apply(to: &entries[index].section) }
                section.set(setting.key, to: .entries(entries), from: origin)
            } else if let (text, origin) = override(of: path) {
                let reference = SecretReference(origin, variables: variables)
                if let value = setting.kind.value(of: text, reference: reference) {
                    section.set(setting.key, to: value, from: origin)
                } else {
                    findings.append(
                        origin.finding(
                            about: path, setting.kind.refusal(of: text),
                            hint: setting.kind.hint(for: text)))
                }
            }
        }
    }

    /// Reports the variables that seem to be meant for a section, and are of no setting; to be called
    /// after all sections have been applied.
    mutating func reportUnknown(sections: [String]) {
        let prefixes = sections.map { Self.variable(of: $0) + "_" }
        var budget = HintBudget()
        var candidates: [String]?
        for (name, origin) in variables.origins {
            guard prefixes.contains(where: name.hasPrefix), !known.contains(name) else { continue }
            let sorted = candidates ?? known.sorted()
            candidates = sorted
            let nearest = budget.allows(sorted.count) ? name.nearest(in: sorted) : nil
            findings.append(
                origin.finding(
                    about: name, "is not the variable of any setting",
                    hint: nearest.map { "did you mean '\($0)'?" }))
        }
    }

    private mutating func override(of path: String) -> (text: String, origin: Origin)? {
        let name = Self.variable(of: path)
        known.insert(name)
        return variables.override(name)
    }

    /// The variable of a path of names.
    package static func variable(of path: String) -> String {
        // A file has thousands of settings; those of nearly all have names of letters and hyphens.
        var name = "DEVTOOL_"
        for scalar in path.unicodeScalars {
            switch scalar {
            case "a"..."z": name.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) - 32))
            case "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
            default:
                // Of some letters the capitals are two, and ASCII: 'ß'.
                name += scalar.properties.uppercaseMapping.unicodeScalars.map {
                    ProcessEnvironment.isName("_\($0)") ? "\($0)" : "_"
                }.joined()
            }
        }
        return name
    }
}
