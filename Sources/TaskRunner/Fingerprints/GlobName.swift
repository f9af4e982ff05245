import DevtoolKit
import Glibc

/// One component of a pattern, such as `main.c`, `*.c` or `[a-z]?.txt`.
///
/// Names are bytes. Where they are valid UTF-8, `?` and `[…]` match a whole scalar.
struct GlobName: Sendable, Equatable {
    private enum Token: Sendable, Equatable {
        case byte(UInt8)
        case one
        case run
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    private enum Kind: Sendable, Equatable {
        case literal([UInt8])
        /// `*` followed by literal bytes.
        case suffix([UInt8])
        case general
    }

    private let tokens: [Token]
    private let kind: Kind

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

    var literal: [UInt8]? { if case .literal(let bytes) = kind { bytes } else { nil } }

    /// Whether the name matches; `hidden` lets wildcards match a leading dot.
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

    /// Tries the shortest match of each star first, and backtracks to the last star only, which is sufficient.
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
                case .set(let ranges, let isNegated) where ranges.contains { $0.contains(character.value) } != isNegated:
                    (token, index) = (token + 1, index + character.length)
                    continue
                case .run:
                    token += 1
                    retry = (token, index)
                    continue
                case .byte, .set: break
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
            // Two scalars represent a byte that is not UTF-8.
            case _ where index < text.count && scalar.beginsHeldByte:
                tokens += String(String.UnicodeScalarView([scalar, text[index]])).heldBytes.map(Token.byte)
                index += 1
            default: tokens += String(scalar).utf8.map(Token.byte)
            }
        }
        return tokens
    }

    /// Parses a set after its bracket, and returns the index after it; `nil` if it is not closed.
    private static func set(in text: [Unicode.Scalar], from start: Int) -> (Token, end: Int)? {
        var index = start
        let isNegated = index < text.count && (text[index] == "!" || text[index] == "^")
        if isNegated { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        let first = index
        while index < text.count {
            // As the first character, a bracket is a member.
            if text[index] == "]", index > first { return (.set(ranges, isNegated: isNegated), index + 1) }
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
    var isHidden: Bool { first == UInt8(ascii: ".") }

    /// The scalar at an offset, and its length in bytes; each invalid byte counts as a separate scalar.
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

    /// Beyond the range of Unicode.
    private func stray(_ byte: UInt8) -> (value: UInt32, length: Int) { (0x11_0000 + UInt32(byte), 1) }
}
