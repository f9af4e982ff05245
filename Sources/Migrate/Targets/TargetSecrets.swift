import DevtoolKit

struct TargetSecrets {
    let password: Secret?
    let all: [Secret]
    /// Environment variables to remove from child processes: they hold a password of this target or another.
    let variables: [String]

    init(of target: Target, _ arguments: LiquibaseArguments, and referred: [String], in context: Context) async throws {
        password = try await target.resolvePassword(in: context)
        let given =
            ["--password", "--reference-password"].compactMap(arguments.value)
            + [target.properties["reference-password"]].compactMap(\.self)
        let reference = arguments.reference ?? target.properties["reference-url"].flatMap { DatabaseURL($0) }
        let all =
            [password].compactMap(\.self) + target.urlPasswords + given.map { Secret($0) }
            + (reference?.passwords ?? [])
        context.console.hide(all)
        self.all = all
        let holding = context.environment.filter { name, value in Self.holdsPassword(value, of: all, in: name) }
        variables = Set(referred + holding.keys).sorted()
    }

    /// Whether a value is one of the secrets, or a database URL with a password, even that of another target.
    private static func holdsPassword(_ value: String, of secrets: [Secret], in name: String) -> Bool {
        if let url = DatabaseURL(value), !url.passwords.isEmpty { return true }
        guard !value.isEmpty, secrets.contains(Secret(value)) else { return false }
        return value.utf8.count >= shortest || telling.contains(where: name.uppercased().contains)
    }

    /// The minimum length, because a short value may be a coincidence: `USER=app`.
    private static let shortest = 8

    /// Parts of the names of variables that hold secrets of any length, such as `PGPASSWORD`.
    private static let telling = ["PASS", "PWD", "SECRET", "TOKEN"]
}
