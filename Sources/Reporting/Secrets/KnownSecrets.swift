import Synchronization

/// The secrets that a run has come to know, so that no message and no report shows one.
package final class KnownSecrets: Sendable {
    private struct Known {
        var secrets: Set<Secret> = []
        /// What hides them; made when it is needed, as that takes longer than to hide them in a message.
        var redactor: Redactor?
    }

    private let known = Mutex(Known())

    /// Remembers secrets, and returns those that are new.
    ///
    /// Like in a child's output, a secret of one character hides nothing worth hiding, and would make
    /// messages unreadable.
    func insert(_ secrets: [Secret]) -> [Secret] {
        known.withLock { known in
            let new = secrets.filter {
                $0.revealed.utf8.count > 1 && known.secrets.insert($0).inserted
            }
            if !new.isEmpty { known.redactor = nil }
            return new
        }
    }

    var all: [Secret] { known.withLock { Array($0.secrets) } }

    /// The text as it may be shown: with `***` for every secret in it, and U+FFFD for every byte that it holds.
    func hidden(in text: String) -> String { redactor?.hidden(in: text) ?? text.showingHeldBytes }

    /// Whether a secret is in one of some texts.
    func areIn(_ texts: some Sequence<some Sequence<UInt8>>) -> Bool {
        guard let redactor else { return false }
        return texts.contains { text in
            var redactor = redactor
            _ = redactor.redact(text)
            _ = redactor.finish()
            return redactor.hasHidden
        }
    }

    /// What hides them; nil as long as there are none.
    private var redactor: Redactor? {
        known.withLock { known in
            if known.secrets.isEmpty { return nil }
            let redactor = known.redactor ?? Redactor(hiding: Array(known.secrets))
            known.redactor = redactor
            return redactor
        }
    }
}
