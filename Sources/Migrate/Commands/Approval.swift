import DevtoolKit

/// What must be meant before it is done: what destroys, and what writes to protected targets.
struct Approval {
    /// The command.
    let command: CommandName
    /// Whether the user has said so on the command line.
    let isGiven: Bool

    /// Asks the user for each target where it is needed.
    ///
    /// - Throws: ``MigrateError`` where a protected target needs the option, `ConfirmationError` when the
    ///   user does not agree, or nobody can be asked.
    func obtain(for targets: [Target], on console: Console) throws {
        if isGiven || command.effect == .reads { return }
        if let target = targets.first(where: \.isProtected) {
            throw MigrateError.protectedTarget(target.name, command: command.description)
        }
        guard command.effect == .destroys else { return }
        let names = targets.map { target in
            "'\(target.name)'" + (target.url.map { " (\($0.hidingURLPassword))" } ?? "")
        }
        try console.confirm("Run \(command) on \(names.joined(separator: ", "))?")
    }
}
