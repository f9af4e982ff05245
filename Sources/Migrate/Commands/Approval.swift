import DevtoolKit

/// What must be meant before it is done: what destroys, and what writes to protected targets.
struct Approval {
    /// The command.
    let command: CommandName
    /// Whether the user has said so on the command line.
    let isGiven: Bool

    /// Asks the user where it is needed.
    ///
    /// - Throws: ``MigrateError`` where a protected target needs the option and nobody can be asked,
    ///   `ConfirmationError` when the user does not agree, or nobody can be asked.
    func obtain(for targets: [Target], on console: Console) throws {
        guard let question = question(for: targets) else { return }
        if let target = targets.first(where: \.isProtected), !console.canConfirm {
            throw MigrateError.protectedTarget(target.name, command: command.description)
        }
        try console.confirm(question)
    }

    /// What the user is asked; nil where nothing needs to be.
    func question(for targets: [Target]) -> String? {
        guard !isGiven, command.effect != .reads,
            command.effect == .destroys || targets.contains(where: \.isProtected)
        else { return nil }
        let names = targets.map { target in
            let url = target.url.map { " (\($0.hidingURLPassword))" } ?? ""
            return "'\(target.name)'\(url)" + (target.isProtected ? ", which is protected" : "")
        }
        return "Run \(command) on \(names.joined(separator: ", "))?"
    }
}
