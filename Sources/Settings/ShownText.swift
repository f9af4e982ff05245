import Reporting
import Synchronization
import YAML

/// The lines of a configuration file for messages, except lines that seem to contain a secret.
///
/// The index is created once, when a message first needs it: a file may have as many locations as bytes, all on one
/// line.
final class ShownText: SourceText {
    private let file: String
    private let bytes: [UInt8]
    private let secretKeys: [String]
    private let index = Mutex<ShownIndex?>(nil)

    init(_ bytes: [UInt8], file: String, hiding secretKeys: [String]) {
        self.file = file
        self.secretKeys = secretKeys
        switch bytes.prefix(2) {
        // libyaml also reads UTF-16, whose lines cannot be shown.
        case [0xFE, 0xFF], [0xFF, 0xFE]: self.bytes = []
        default: self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        }
    }

    func location(line: Int, column: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column, in: self)
    }

    /// `nil` if the line must not be shown.
    package func excerpt(line: Int, column: Int) -> SourceExcerpt? {
        withIndex { $0.excerpt(line: line, column: column) }
    }

    /// The position of the `${` with this ordinal in a scalar; block scalars begin on the line after `|` or `>`.
    func place(ofReference ordinal: Int, in node: YAMLNode) -> (line: Int, column: Int)? {
        withIndex { $0.place(ofReference: ordinal, in: node) }
    }

    private func withIndex<Result: Sendable>(_ work: (inout ShownIndex) -> Result) -> Result {
        index.withLock { index in
            var made = index ?? ShownIndex(bytes, hiding: secretKeys)
            // Moved out of the optional, so that `work` mutates it without a copy.
            index = nil
            defer { index = made }
            return work(&made)
        }
    }
}

private struct ShownIndex {
    private let bytes: [UInt8]
    private let secretKeys: [String]
    private var lines: [Range<Int>] = []
    /// The offset of every 64th scalar, because columns count scalars.
    private var checkpoints: [Int] = []
    private var references: [Int] = []
    private var isShown: [Int: Bool] = [:]
    private var isSecretKey: [String: Bool] = [:]

    private static let interval = 64

    init(_ bytes: [UInt8], hiding secretKeys: [String]) {
        self.bytes = bytes
        self.secretKeys = secretKeys
        var scalars = 0
        var start = 0
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if scalars.isMultiple(of: Self.interval) { checkpoints.append(offset) }
            scalars += 1
            if byte == UInt8(ascii: "{"), offset > 0, bytes[offset - 1] == UInt8(ascii: "$") {
                references.append(offset - 1)
            }
            let length = Self.lineBreak(in: bytes, at: offset)
            // CRLF ends at LF.
            if length > 0 {
                lines.append(start..<(bytes.has("\r\n", at: offset - 1) ? offset - 1 : offset))
                start = offset + length
            }
        }
        lines.append(start..<bytes.count)
    }

    /// The length of the line break at an offset according to YAML 1.1; 0 for none.
    private static func lineBreak(in bytes: [UInt8], at offset: Int) -> Int {
        switch bytes[offset] {
        case UInt8(ascii: "\n"): 1
        case UInt8(ascii: "\r"): bytes.has("\r\n", at: offset) ? 0 : 1
        case 0xC2: bytes.has("\u{85}", at: offset) ? 2 : 0
        case 0xE2: ["\u{2028}", "\u{2029}"].contains { bytes.has($0, at: offset) } ? 3 : 0
        default: 0
        }
    }

    private func range(ofLine line: Int) -> Range<Int> {
        lines.indices.contains(line - 1) ? lines[line - 1] : bytes.count..<bytes.count
    }

    private func scalars(before offset: Int) -> Int {
        let checkpoint = checkpoints.partitioningIndex { $0 > offset } - 1
        guard checkpoint >= 0 else { return 0 }
        return checkpoint * Self.interval + bytes[checkpoints[checkpoint]..<offset].count { $0 & 0xC0 != 0x80 }
    }

    private func offset(ofScalar number: Int) -> Int {
        let checkpoint = number / Self.interval
        guard checkpoint < checkpoints.count else { return bytes.count }
        var offset = checkpoints[checkpoint]
        var missing = number % Self.interval
        while offset < bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                if missing == 0 { return offset }
                missing -= 1
            }
            offset += 1
        }
        return offset
    }

    private func offset(line: Int, column: Int) -> Int {
        offset(ofScalar: scalars(before: range(ofLine: line).lowerBound) + column - 1)
    }

    mutating func excerpt(line: Int, column: Int) -> SourceExcerpt? {
        guard mayShow(line: line) else { return nil }
        let range = range(ofLine: line)
        let first = scalars(before: range.lowerBound)
        // An excerpt shows less on either side, but a secret in it must be complete.
        let reach = 1 << 16
        let dropped = max(0, min(column - 1, scalars(before: range.upperBound) - first) - reach)
        let start = offset(ofScalar: first + dropped)
        let end = offset(ofScalar: first + dropped + 2 * reach)
        let text = bytes[min(start, range.upperBound)..<min(end, range.upperBound)]
        return SourceExcerpt(line: String(decoding: text, as: UTF8.self), column: column - dropped)
    }

    func place(ofReference ordinal: Int, in node: YAMLNode) -> (line: Int, column: Int)? {
        var start = offset(line: node.line, column: node.column)
        if !node.isOnOneLine, bytes.indices.contains(start), "|>".utf8.contains(bytes[start]) {
            start = range(ofLine: node.line + 1).lowerBound
        }
        let number = references.partitioningIndex { $0 >= start } + ordinal
        guard references.indices.contains(number) else { return nil }
        let reference = references[number]
        let line = lines.partitioningIndex { $0.lowerBound > reference }
        guard !node.isOnOneLine || line == node.line else { return nil }
        let first = range(ofLine: line).lowerBound
        return (line, scalars(before: reference) - scalars(before: first) + 1)
    }

    private mutating func mayShow(line: Int) -> Bool {
        if let known = isShown[line] { return known }
        let mayShow = !mayHoldSecret(range(ofLine: line))
        isShown[line] = mayShow
        return mayShow
    }

    /// Whether a line has a secret's key, possibly misspelled, followed by anything but a mapping, or a URL with a
    /// password.
    private mutating func mayHoldSecret(_ line: Range<Int>) -> Bool {
        var word = line.lowerBound..<line.lowerBound
        for index in line {
            let byte = bytes[index]
            if Self.isKeyByte(byte) {
                word = (word.upperBound == index ? word.lowerBound : index)..<index + 1
            } else if byte == UInt8(ascii: ":") {
                let value = bytes[(index + 1)..<line.upperBound].drop { $0 == 0x20 || $0 == 0x09 }
                if let first = value.first, !"{#".utf8.contains(first), isSecretKey(word) { return true }
                if value.starts(with: "//".utf8), Self.hasPassword(value.dropFirst(2)) { return true }
            }
        }
        return false
    }

    /// Whether the part of a URL after `//` has a password.
    private static func hasPassword(_ rest: ArraySlice<UInt8>) -> Bool {
        let user = rest.prefix { !"/?#\"' \t:@".utf8.contains($0) }
        let after = rest[user.endIndex...]
        guard after.first == UInt8(ascii: ":") else { return false }
        let password = after.dropFirst().prefix { !"/?#\"' \t@".utf8.contains($0) }
        return !password.isEmpty && rest[password.endIndex...].first == UInt8(ascii: "@")
    }

    private mutating func isSecretKey(_ range: Range<Int>) -> Bool {
        // Neither keys nor misspellings of them are that long.
        if range.isEmpty || range.count > 100 { return false }
        let word = String(decoding: bytes[range], as: UTF8.self)
        if let known = isSecretKey[word] { return known }
        let isKey = word.nearest(in: secretKeys) != nil
        isSecretKey[word] = isKey
        return isKey
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}

extension [UInt8] {
    fileprivate func has(_ text: String, at offset: Int) -> Bool {
        offset >= 0 && self[offset...].starts(with: text.utf8)
    }
}

extension Array {
    /// The first index whose element meets a condition that all following elements meet too.
    fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [String: [Setting]] { var secretKeys: [String] { values.flatMap(\.secretKeys) } }

extension [Setting] {
    fileprivate var secretKeys: [String] {
        flatMap { setting -> [String] in
            switch setting.kind {
            case .secret: [setting.key]
            case .entries(let inner): inner.secretKeys
            case .string, .url, .list, .integer, .boolean, .duration, .choice, .reference, .mapping, .rules: []
            }
        }
    }
}
