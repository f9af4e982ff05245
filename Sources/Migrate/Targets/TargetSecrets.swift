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
        let urls =
            [target.url, target.properties["reference-url"]].compactMap(\.self)
            + ["--url", "--reference-url"].compactMap(arguments.value)
        // The driver repeats a URL in its messages, with all that it holds.
        let all =
            [password, target.address?.password].compactMap(\.self)
            + given.map { Secret($0) } + urls.flatMap { DatabaseURL($0)?.secrets ?? [] }
        context.console.hide(all)
        self.all = all
        let holding = context.environment.filter { _, value in
            all.contains { secret in Self.isSecret(secret, in: value) }
        }
        variables = Set(referred + holding.keys).sorted()
    }

    /// Whether a variable's value is the secret, or a URL with it.
    private static func isSecret(_ secret: Secret, in value: String) -> Bool {
        guard !secret.revealed.isEmpty else { return false }
        if DatabaseURL(value)?.secrets.contains(secret) == true { return true }
        return value == secret.revealed && value.utf8.count >= shortest
    }

    /// A shorter value may well be that of a variable that has nothing to do with it: `USER=app`.
    private static let shortest = 8
}
