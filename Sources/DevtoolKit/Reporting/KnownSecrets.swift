import Synchronization

/// The secrets that a run has come to know, so that no message and no report shows one.
final class KnownSecrets: Sendable {
    private let secrets = Mutex<[Secret]>([])

    /// Remembers secrets, and returns those that are new.
    ///
    /// Like in a child's output, a secret of one character hides nothing worth hiding, and would make
    /// messages unreadable.
    func insert(_ secrets: [Secret]) -> [Secret] {
        self.secrets.withLock { known in
            var new: [Secret] = []
            for secret in secrets
            where secret.revealed.utf8.count > 1 && !known.contains(secret) {
                known.append(secret)
                new.append(secret)
            }
            return new
        }
    }

    /// The text with `***` for every secret in it.
    func hidden(in text: String) -> String {
        let secrets = secrets.withLock { $0 }
        if secrets.isEmpty { return text }
        var redactor = Redactor(hiding: secrets)
        return String(
            decoding: redactor.redact(text.utf8) + redactor.finish(), as: UTF8.self)
    }
}
