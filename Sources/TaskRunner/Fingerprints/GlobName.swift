import DevtoolKit
import Glibc

/// One component of a pattern, between two slashes: `main.c`, `*.c`, `[a-z]?.txt`.
///
/// Names are bytes; where they are UTF-8, `?` and `[…]` stand for a character, and not for a part of one.
struct GlobName: Sendable, Equatable {
    /// One element of a pattern.
    private enum Token: Sendable, Equatable {
        /// This very byte.
        case byte(UInt8)
        /// Any character.
        case one
        /// Any number of characters.
        case run
        /// A character in these ranges, or in none of them.
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    /// The kinds of names that are common enough for a fast path.
    private enum Kind: Sendable, Equatable {
        /// No wildcard: the bytes of the name.
        case literal([UInt8])
        /// A star, and what comes after it has no wildcards.
        case suffix([UInt8])
        case general
    }

    private let tokens: [Token]
    private let kind: Kind

    /// Reads a name of a pattern; it has no slash.
    init(_ text: some StringProtocol) {
        tokens = Self.tokens(of: Array(text.unicodeScalars))
        let bytes = tokens.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        if bytes.count == tokens.count {
            kind = .literal(bytes)
        } else if tokens.first == .run, bytes.count == tokens.count - 1 {
            kind = .suffix(bytes)
        } else {
            kind = .general
        }
    }

    /// The bytes of the only name that it stands for; nil where it has wildcards.
    var literal: [UInt8]? {
        if case .literal(let bytes) = kind { bytes } else { nil }
    }

    /// Whether it stands for a name; a wildcard stands for the dot of a hidden one only where `hidden`.
    func matches(_ name: UnsafeBufferPointer<UInt8>, hidden: Bool) -> Bool {
        switch kind {
        case .literal(let bytes): return name.elementsEqual(bytes)
        case .suffix(let bytes):
            if !hidden, name.isHidden { return false }
            return name.count >= bytes.count && name.suffix(bytes.count).elementsEqual(bytes)
        case .general:
            if !hidden, name.isHidden, tokens.first != .byte(UInt8(ascii: ".")) { return false }
            return matchesTokens(name)
        }
    }

    /// Tries the shortest run of each star first; only the last star can need more.
    private func matchesTokens(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        var (token, index) = (0, 0)
        var retry: (token: Int, index: Int)?
        while index < name.count {
            if token < tokens.count {
                let character = name.character(at: index)
                switch tokens[token] {
                case .byte(name[index]):
                    (token, index) = (token + 1, index + 1)
                    continue
                case .one:
                    (token, index) = (token + 1, index + character.length)
                    continue
                case .set(let ranges, let isNegated)
                where ranges.contains { $0.contains(character.value) } != isNegated:
                    (token, index) = (token + 1, index + character.length)
                    continue
                case .run:
                    token += 1
                    retry = (token, index)
                    continue
                default: break
                }
            }
            guard let last = retry else { return false }
            index = last.index + name.character(at: last.index).length
            token = last.token
            retry = (token, index)
        }
        return tokens[token...].allSatisfy { $0 == .run }
    }

    private static func tokens(of text: [Unicode.Scalar]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < text.count {
            let scalar = text[index]
            index += 1
            switch scalar {
            case "*": if tokens.last != .run { tokens.append(.run) }
            case "?": tokens.append(.one)
            case "[":
                if let (set, end) = set(in: text, from: index) {
                    tokens.append(set)
                    index = end
                } else {
                    tokens.append(.byte(UInt8(ascii: "[")))
                }
            case "\\" where index < text.count:
                tokens += String(text[index]).utf8.map(Token.byte)
                index += 1
            // A byte that is not UTF-8 is held as two scalars.
            case _ where index < text.count && scalar.beginsHeldByte:
                tokens += String(String.UnicodeScalarView([scalar, text[index]])).heldBytes
                    .map(Token.byte)
                index += 1
            default: tokens += String(scalar).utf8.map(Token.byte)
            }
        }
        return tokens
    }

    /// The set that begins after a bracket, and where it ends; nil where no bracket closes it.
    private static func set(
        in text: [Unicode.Scalar], from start: Int
    ) -> (Token, end: Int)? {
        var index = start
        let isNegated = index < text.count && (text[index] == "!" || text[index] == "^")
        if isNegated { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        let first = index
        while index < text.count {
            // As the first one, a bracket is a character like any other.
            if text[index] == "]", index > first {
                return (.set(ranges, isNegated: isNegated), index + 1)
            }
            let low = text[index].value
            if index + 2 < text.count, text[index + 1] == "-", text[index + 2] != "]" {
                let high = text[index + 2].value
                if low <= high { ranges.append(low...high) }
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether it is the name of a hidden file.
    var isHidden: Bool { first == UInt8(ascii: ".") }

    /// The character that begins at an offset, and how many bytes it has; a byte that is not UTF-8 counts
    /// as a character of its own.
    fileprivate func character(at index: Int) -> (value: UInt32, length: Int) {
        let first = self[index]
        if first < 0x80 { return (UInt32(first), 1) }
        let length = (~first).leadingZeroBitCount
        guard (2...4).contains(length), index + length <= count else { return stray(first) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in self[(index + 1)..<(index + length)] {
            guard byte & 0xC0 == 0x80 else { return stray(first) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }

    /// No character has a value like this.
    private func stray(_ byte: UInt8) -> (value: UInt32, length: Int) {
        (0x11_0000 + UInt32(byte), 1)
    }
}
