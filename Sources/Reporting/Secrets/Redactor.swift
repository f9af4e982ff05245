import Glibc

/// Replaces secrets in a stream of bytes by `***`, also where a secret arrives in pieces.
///
/// Bytes are passed on at once, except for an end that may be the beginning of a secret; that is held
/// back, at most the longest secret's length less one, until it is decided.
package struct Redactor: Sendable {
    /// The secrets, longest first, so that one that contains another wins.
    private let secrets: [[UInt8]]
    private let skips: SkipTable
    private var held: [UInt8] = []

    /// Whether a secret has been found so far.
    package private(set) var hasHidden = false

    private static let mask = Array("***".utf8)
    /// What tells GitHub's runner a secret, which a devtool that is started by a child does as well.
    private static let telling = Array("::add-mask::".utf8)

    /// Prepares the search.
    ///
    /// Empty secrets and those of one character hide nothing worth hiding, and would
    /// make the output unreadable.
    package init(hiding secrets: [Secret]) {
        self.secrets = Set(secrets.flatMap(\.spellings)).filter { $0.count > 1 }
            .sorted { $0.count > $1.count }
        skips = SkipTable(self.secrets)
    }

    /// Whether there is nothing to hide, so that bytes can pass untouched.
    package var isIdle: Bool { secrets.isEmpty }

    /// What may be shown after `bytes` have arrived.
    package mutating func redact(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        held += bytes
        return drain(isFinal: false)
    }

    /// What may be shown when nothing more arrives.
    package mutating func finish() -> [UInt8] {
        drain(isFinal: true)
    }

    /// A whole text as it may be shown, and U+FFFD for every byte that it holds.
    package func hidden(in text: String) -> String {
        var copy = self
        return String(decoding: copy.redact(text.heldBytes) + copy.finish(), as: UTF8.self)
    }

    private mutating func drain(isFinal: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(held.count)
        var hidden = hasHidden
        let decided = held.withUnsafeBytes { bytes in
            drain(bytes, isFinal: isFinal, into: &shown, hidden: &hidden)
        }
        hasHidden = hidden
        held.removeFirst(decided)
        return shown
    }

    /// Appends what may be shown of `bytes`, and returns how many of them are decided.
    private func drain(
        _ bytes: UnsafeRawBufferPointer, isFinal: Bool, into shown: inout [UInt8],
        hidden: inout Bool
    ) -> Int {
        var index = 0
        while index < bytes.count {
            let next = skips.nextCandidate(in: bytes, from: index)
            shown += bytes[index..<next]
            index = next
            let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
            switch match(at: rest, isFinal: isFinal) {
            case .secret(let length):
                // Nobody misses what was only to be hidden.
                if !shown.suffix(Self.telling.count).elementsEqual(Self.telling) { hidden = true }
                shown += Self.mask
                index += length
            case .undecided: return index
            case .none:
                if let byte = rest.first { shown.append(byte) }
                index += min(1, rest.count)
            }
        }
        return index
    }

    private enum Match {
        case secret(length: Int)
        case undecided
        case none
    }

    /// What begins with the first byte of `rest`.
    private func match(at rest: UnsafeRawBufferPointer, isFinal: Bool) -> Match {
        for secret in secrets {
            let length = min(secret.count, rest.count)
            guard length > 0, Self.areEqual(rest, secret, length) else { continue }
            if length == secret.count { return .secret(length: length) }
            // The secret may still be arriving: nothing after this byte can be decided yet.
            if !isFinal { return .undecided }
        }
        return .none
    }

    private static func areEqual(
        _ bytes: UnsafeRawBufferPointer, _ secret: [UInt8], _ length: Int
    ) -> Bool {
        secret.withUnsafeBytes { other in
            guard let left = bytes.baseAddress, let right = other.baseAddress else { return false }
            // Safety: both hold at least `length` bytes.
            return memcmp(left, right, length) == 0
        }
    }
}
