import Glibc

/// Replaces secrets in a stream of bytes with `***`, even if a secret arrives in pieces.
///
/// Bytes are passed on at once, except for an end that may be the beginning of a secret. At most the longest secret's
/// length less one is held back.
package struct Redactor: Sendable {
    /// Longest first, so that a secret that contains another wins.
    private let secrets: [[UInt8]]
    private let skips: SkipTable
    private var held: [UInt8] = []

    package private(set) var hasHidden = false

    private static let mask = Array("***".utf8)
    /// Announces a secret to GitHub's runner; a nested devtool does so too.
    private static let telling = Array("::add-mask::".utf8)

    /// Ignores secrets of fewer than two bytes, because masking them would make output unreadable.
    package init(hiding secrets: [Secret]) {
        self.secrets = Set(secrets.flatMap(\.spellings)).filter { $0.count > 1 }.sorted { $0.count > $1.count }
        skips = SkipTable(self.secrets)
    }

    package var isIdle: Bool { secrets.isEmpty }

    package mutating func redact(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        held += bytes
        return drain(isFinal: false)
    }

    package mutating func finish() -> [UInt8] { drain(isFinal: true) }

    /// Masks a whole string; bytes that are not UTF-8 become U+FFFD.
    package func hidden(in text: String) -> String {
        var copy = self
        return String(decoding: copy.redact(text.heldBytes) + copy.finish(), as: UTF8.self)
    }

    private mutating func drain(isFinal: Bool) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(held.count)
        var hidden = hasHidden
        let decided = held.withUnsafeBytes { bytes in drain(bytes, isFinal: isFinal, into: &shown, hidden: &hidden) }
        hasHidden = hidden
        held.removeFirst(decided)
        return shown
    }

    /// Appends the bytes that can be shown, and returns the number of processed bytes.
    private func drain(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into shown: inout [UInt8], hidden: inout Bool)
        -> Int
    {
        var index = 0
        while index < bytes.count {
            let next = skips.nextCandidate(in: bytes, from: index)
            shown += bytes[index..<next]
            index = next
            let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
            switch match(at: rest, isFinal: isFinal) {
            case .secret(let length):
                // A masked announcement is not a leak worth reporting.
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

    private func match(at rest: UnsafeRawBufferPointer, isFinal: Bool) -> Match {
        for secret in secrets {
            let length = min(secret.count, rest.count)
            guard length > 0, Self.areEqual(rest, secret, length) else { continue }
            if length == secret.count { return .secret(length: length) }
            // The secret may still be arriving.
            if !isFinal { return .undecided }
        }
        return .none
    }

    private static func areEqual(_ bytes: UnsafeRawBufferPointer, _ secret: [UInt8], _ length: Int) -> Bool {
        secret.withUnsafeBytes { other in
            guard let left = bytes.baseAddress, let right = other.baseAddress else { return false }
            // Safety: both have at least `length` bytes.
            return memcmp(left, right, length) == 0
        }
    }
}
