import DevtoolKit
import Synchronization

/// The places in a changelog, which is only read for them where that has not been done before.
final class ChangelogPlaces: Sendable {
    private let index: Mutex<ChangelogIndex?>
    private let hasRead: Atomic<Bool>
    private let read: @Sendable () -> ChangelogIndex?

    /// Takes a changelog.
    ///
    /// - Parameters:
    ///   - index: the changelog, if it has been read.
    ///   - read: reads it; nil where it cannot be read.
    init(_ index: ChangelogIndex?, read: @escaping @Sendable () -> ChangelogIndex?) {
        self.index = Mutex(index)
        hasRead = Atomic(index != nil)
        self.read = read
    }

    /// The place of what a failure is about, if it is in the changelog.
    func location(of subject: Failure.Subject) -> SourceLocation? {
        index.withLock { index in
            if !hasRead.exchange(true, ordering: .relaxed) { index = read() }
            return index?.location(of: subject)
        }
    }
}
