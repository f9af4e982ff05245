import DevtoolKit

/// What must be seen by nobody while a target is worked on.
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
        let all =
            [password, target.address?.password, target.address?.written].compactMap(\.self)
            + given.map { Secret($0) }
        context.console.hide(all)
        self.all = all
        let holding = context.environment.filter { name, value in
            all.contains { secret in Self.isSecret(secret, in: value, of: name) }
        }
        variables = Set(referred + holding.keys).sorted()
    }

    /// Whether a variable's value is the secret, or a URL with it.
    private static func isSecret(
        _ secret: Secret, in value: String, of name: String
    ) -> Bool {
        guard !secret.revealed.isEmpty else { return false }
        if let url = DatabaseURL(value), url.password == secret || url.written == secret {
            return true
        }
        guard value == secret.revealed else { return false }
        return value.utf8.count >= shortest || telling.contains(where: name.uppercased().contains)
    }

    /// A shorter value may well be that of a variable that has nothing to do with it: `USER=app`.
    private static let shortest = 8

    /// What the names of variables have in them that hold secrets of any length, as `PGPASSWORD`.
    private static let telling = ["PASS", "PWD", "SECRET", "TOKEN"]
}
