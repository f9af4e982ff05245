import Synchronization

/// The secrets that a run has come to know, so that no message and no report shows one.
final class KnownSecrets: Sendable {
    /// The secrets' texts, longest first, so that one that contains another wins.
    private let texts = Mutex<[String]>([])

    /// Remembers secrets, and returns those that are new.
    ///
    /// Like in a child's output, a secret of one character hides nothing worth hiding, and would make
    /// messages unreadable.
    func insert(_ secrets: [Secret]) -> [Secret] {
        texts.withLock { texts in
            var new: [Secret] = []
            for secret in secrets
            where secret.revealed.utf8.count > 1 && !texts.contains(secret.revealed) {
                texts.append(secret.revealed)
                new.append(secret)
            }
            texts.sort { $0.utf8.count > $1.utf8.count }
            return new
        }
    }

    /// The text with `***` for every secret in it.
    func hidden(in text: String) -> String {
        let secrets = texts.withLock { $0 }
        if secrets.isEmpty { return text }
        // By bytes: a character may begin in the secret and end behind it.
        let bytes = secrets.reduce(Array(text.utf8)) { bytes, secret in
            bytes.replacing(Array(secret.utf8), with: Array("***".utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
