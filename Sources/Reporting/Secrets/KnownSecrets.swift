import Synchronization

package final class KnownSecrets: Sendable {
    private struct Known {
        var secrets: Set<Secret> = []
        /// Created on demand, because this takes longer than masking a message.
        var redactor: Redactor?
    }

    private let known = Mutex(Known())

    /// Adds secrets and returns the new ones.
    ///
    /// As in the output of child processes, a secret of one byte is ignored, because masking it would make messages
    /// unreadable.
    func insert(_ secrets: [Secret]) -> [Secret] {
        known.withLock { known in
            let new = secrets.filter { $0.revealed.utf8.count > 1 && known.secrets.insert($0).inserted }
            if !new.isEmpty { known.redactor = nil }
            return new
        }
    }

    var all: [Secret] { known.withLock { Array($0.secrets) } }

    /// Replaces every secret with `***`, and every byte that is not UTF-8 with U+FFFD.
    func hidden(in text: String) -> String { redactor?.hidden(in: text) ?? text.showingHeldBytes }

    func areIn(_ texts: some Sequence<some Sequence<UInt8>>) -> Bool {
        guard let redactor else { return false }
        return texts.contains { text in
            var redactor = redactor
            _ = redactor.redact(text)
            _ = redactor.finish()
            return redactor.hasHidden
        }
    }

    private var redactor: Redactor? {
        known.withLock { known in
            if known.secrets.isEmpty { return nil }
            let redactor = known.redactor ?? Redactor(hiding: Array(known.secrets))
            known.redactor = redactor
            return redactor
        }
    }
}
