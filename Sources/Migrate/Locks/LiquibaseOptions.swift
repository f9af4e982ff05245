/// The options of a run, wherever they are given: what the command line says counts, else the settings.
struct LiquibaseOptions {
    /// The command line.
    let arguments: LiquibaseArguments
    /// The settings.
    let settings: DefaultsFile

    /// The value of an option, by its name on the command line without the dashes before it.
    subscript(name: String) -> String? {
        given(name)
            ?? settings.properties.last { PropertyName($0.key) == PropertyName(name) }?.value
    }

    /// Whether Liquibase's log tells what it does; by itself it does not.
    var tellsWhatIsDone: Bool {
        ["info", "fine", "debug"].contains(self["log-level"]?.lowercased() ?? "")
    }

    /// The value that the command line gives.
    func given(_ name: String) -> String? {
        arguments.value(of: "--" + name)
    }
}
