import ArgumentParser

/// Whether a card is on its board or in its archive.
enum CardState: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// On the board.
    case open
    /// In the archive.
    case archived
    /// Either.
    case all
}
