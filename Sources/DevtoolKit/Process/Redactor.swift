/// Replaces secrets in a stream of bytes by `***`, also where a secret arrives in pieces.
///
/// Bytes are passed on at once, except for an end that may be the beginning of a secret; that is held
/// back, at most the longest secret's length less one, until it is decided.
struct Redactor: Sendable {
    /// The secrets, longest first, so that one that contains another wins.
    private let secrets: [[UInt8]]
    private var held: [UInt8] = []

    private static let mask = Array("***".utf8)

    /// Prepares the search.
    ///
    /// Empty secrets and those of one character hide nothing worth hiding, and would
    /// make the output unreadable.
    init(hiding secrets: [Secret]) {
        self.secrets = Set(secrets).map { Array($0.revealed.utf8) }
            .filter { $0.count > 1 }
            .sorted { $0.count > $1.count }
    }

    /// Whether there is nothing to hide, so that bytes can pass untouched.
    var isIdle: Bool { secrets.isEmpty }

    /// What may be shown after `bytes` have arrived.
    mutating func redact(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        held += bytes
        return drain(isFinal: false)
    }

    /// What may be shown when nothing more arrives.
    mutating func finish() -> [UInt8] {
        drain(isFinal: true)
    }

    private mutating func drain(isFinal: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        scan: while index < held.count {
            let rest = held[index...]
            for secret in secrets {
                if rest.starts(with: secret) {
                    shown += Self.mask
                    index += secret.count
                    continue scan
                }
                // The secret may still be arriving: nothing after this byte can be decided yet.
                if !isFinal, rest.count < secret.count, secret.starts(with: rest) { break scan }
            }
            shown.append(held[index])
            index += 1
        }
        held.removeFirst(index)
        return shown
    }
}
