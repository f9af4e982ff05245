import DevtoolKit

/// The secrets to hide while a target is processed.
struct TargetSecrets {
    /// The password to log in with, if the target has one.
    let password: Secret?
    /// All that must not be in any output.
    let all: [Secret]
    /// The environment variables that a child must not have: they hold a password of this target, or of
    /// another.
    let variables: [String]

    /// Fetches the secrets of a target.
    ///
    /// - Parameters:
    ///   - target: the target.
    ///   - arguments: the command line, which may have passwords of its own.
    ///   - referred: the variables that hold the passwords of all targets.
    ///   - context: where secrets are fetched, and hidden.
    /// - Throws: as ``Target/resolvePassword(in:)``.
    init(
        of target: Target, _ arguments: LiquibaseArguments, and referred: [String],
        in context: Context
    ) async throws {
        password = try await target.resolvePassword(in: context)
        let given =
            ["--password", "--reference-password"].compactMap(arguments.value)
            + [target.properties["reference-password"]].compactMap(\.self)
        let reference =
            arguments.reference ?? target.properties["reference-url"].flatMap { DatabaseURL($0) }
        let all =
            [password].compactMap(\.self) + target.urlPasswords + given.map { Secret($0) }
            + (reference?.passwords ?? [])
        context.console.hide(all)
        self.all = all
        let holding = context.environment.filter { name, value in
            Self.holdsPassword(value, of: all, in: name)
        }
        variables = Set(referred + holding.keys).sorted()
    }

    /// Whether a variable's value is one of the secrets, or the URL of a database with a password, be it
    /// that of another target.
    private static func holdsPassword(
        _ value: String, of secrets: [Secret], in name: String
    ) -> Bool {
        if let url = DatabaseURL(value), !url.passwords.isEmpty { return true }
        guard !value.isEmpty, secrets.contains(Secret(value)) else { return false }
        return value.utf8.count >= shortest || telling.contains(where: name.uppercased().contains)
    }

    /// A shorter value may well be that of a variable that has nothing to do with it: `USER=app`.
    private static let shortest = 8

    /// What the names of variables have in them that hold secrets of any length, as `PGPASSWORD`.
    private static let telling = ["PASS", "PWD", "SECRET", "TOKEN"]
}
