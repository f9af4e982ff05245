import TestSupport
import Testing

/// Sections of plugins that one has, and a colleague has not.
@Suite struct PluginSectionScenarios {
    private static let file = "{teleport: {speed: x}, tasks: {a: {run: echo a}}}"
    private static let warning = """
        devtool.yml:1:2: warning: no command has the section 'teleport'
        \(file)
         ^

        """
    private static let description =
        #"{"configuration": {"speed": {"type": "integer", "help": "How fast."}}}"#

    /// It made the whole file invalid, for all commands, and no hint named it.
    @Test func aPluginThatIsMissing() async throws {
        let scenario = try Scenario().config(Self.file)
        let hint =
            "  hint: is it that of the plugin 'devtool-teleport', which is not installed?\n"
        try await scenario.run("run", "-q", "a").stdout("a\n").stderr(Self.warning + hint).exits(0)
        try await scenario.run("config").stderr(Self.warning + hint).exits(0)
        try await scenario.run("config", "check").stdout("").stderr(Self.warning + hint).exits(0)
        try await scenario.run("migrate", "targets").stderr(Self.warning + hint).exits(0)
    }

    /// Running a task asks no plugin; the check of a file asks those that it has sections for.
    @Test func aPluginThatWasNotAsked() async throws {
        let scenario = try Scenario().config(Self.file).plugin(
            "teleport", "[ \"$1\" = --devtool-describe ] && echo '\(Self.description)'")
        try await scenario.run("run", "-q", "a").stdout("a\n").stderr(
            Self.warning
                + "  hint: the plugin 'teleport' has told of no settings: 'devtool plugins' asks it\n"
        ).exits(0)
        let message = """
            devtool.yml:1:20: 'teleport.speed' must be an integer, not 'x'
            \(Self.file)
                               ^

            """
        try await scenario.run("config", "check").stdout("").stderr(message).exits(78)
        try await scenario.run("run", "-q", "a").stdout("").stderr(message).exits(78)
    }

    /// What looks like a mistake is one.
    @Test(arguments: [
        ("favicons: {size: 3}", "devtool.yml:1:1: unknown key 'favicons'"),
        ("doctor: {a: b}", "devtool.yml:1:1: unknown key 'doctor'"),
        ("teleport: [a]", "devtool.yml:1:1: unknown key 'teleport'"),
        ("Tele: {a: b}", "devtool.yml:1:1: unknown key 'Tele'"),
    ])
    func namesThatAreNoPlugins(file: String, message: String) async throws {
        let outcome = try await Scenario().config(file).run("config", "check").stdout("").exits(78)
        #expect(outcome.errorText.hasPrefix(message + "\n"), "\(outcome.errorText)")
    }
}
