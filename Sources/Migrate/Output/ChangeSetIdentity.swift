/// What tells a changeset from all others: its file, its id and its author, as Liquibase writes them in
/// its messages and in its table of what was run.
struct ChangeSetIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The changelog file, as Liquibase names it.
    let file: String
    /// The id.
    let id: String
    /// The author.
    let author: String

    /// Names a changeset.
    init(file: String, id: String, author: String) {
        self.file = file
        self.id = id
        self.author = author
    }

    /// Reads `file::id::author`; an id may hold `::`, files and authors do not.
    init?(_ text: some StringProtocol) {
        guard let first = text.firstRange(of: "::"),
            let last = text[first.upperBound...].lastRange(of: "::"),
            !text[..<first.lowerBound].isEmpty
        else { return nil }
        file = String(text[..<first.lowerBound])
        id = String(text[first.upperBound..<last.lowerBound])
        author = String(text[last.upperBound...])
    }

    /// `file::id::author`.
    var description: String { "\(file)::\(id)::\(author)" }
}

extension StringProtocol {
    /// The last place of a text in this one.
    fileprivate func lastRange(of other: String) -> Range<Index>? {
        ranges(of: other).last
    }
}
