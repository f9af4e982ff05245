/// What Liquibase has said of the lock in its log.
enum LockPhase {
    /// Nothing yet.
    case none
    /// Another has it.
    case waiting
    /// It has it.
    case held
    /// It has it no more.
    case released

    /// Reads a line of the log; nil for one that tells nothing of the lock.
    init?(toldBy line: some StringProtocol) {
        if line.contains("Could not release lock") {
            // It has said before that it has.
            self = .held
        } else if line.hasPrefix("All objects dropped from ") {
            // That of the lock among them.
            self = .released
        } else if !line.contains("[liquibase.lockservice]") {
            return nil
        } else if line.contains("Waiting for changelog lock") {
            self = .waiting
        } else if line.contains("Successfully acquired change log lock") {
            self = .held
        } else if line.contains("Successfully released change log lock") {
            self = .released
        } else {
            return nil
        }
    }
}
