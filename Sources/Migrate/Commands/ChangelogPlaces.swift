import DevtoolKit
import Synchronization

/// The places in a changelog, which is only read for them where that has not been done before.
final class ChangelogPlaces: Sendable {
    /// The changelog, or that there is none; nil where nobody has looked.
    private let index: Mutex<ChangelogIndex??>
    private let read: @Sendable () -> ChangelogIndex?

    /// Takes a changelog.
    ///
    /// - Parameters:
    ///   - index: the changelog, if it has been read.
    ///   - read: reads it; nil where it cannot be read.
    init(_ index: ChangelogIndex?, read: @escaping @Sendable () -> ChangelogIndex?) {
        self.index = Mutex(index.map { $0 })
        self.read = read
    }

    /// The place of what a failure is about, if it is in the changelog.
    func location(of subject: Failure.Subject) -> SourceLocation? {
        index.withLock { index in
            let changelog = index ?? read()
            index = .some(changelog)
            return changelog?.location(of: subject)
        }
    }
}
