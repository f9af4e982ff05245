import Glibc
package import SystemPackage

/// Bytes that are not UTF-8 in texts, so that they come out of devtool as they came in.
///
/// Each of them is held as two noncharacters, which Unicode keeps for use within a program: U+FDD0 and its high
/// four bits, then U+FDE0 and its low ones. A noncharacter in the bytes is held as its own bytes.
extension String {
    /// A text of bytes, whatever they are.
    package init(holding bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.hasNoncharacters {
            self = text
        } else {
            self.init(holdingEach: bytes)
        }
    }

    /// A text of bytes, whatever they are; of the nearly all that are ASCII without types that the runtime would make
    /// anew in each process.
    package init(holding bytes: [UInt8]) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(holding: bytes[...])
        }
    }

    /// A text of bytes, some of which are not UTF-8; apart, as it needs types that most texts do without.
    private init(holdingEach bytes: some Collection<UInt8>) {
        var scalars = UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        reading: while true {
            let count: Int
            var scalar: Unicode.Scalar?
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: break reading
            case .valid(let encoded):
                count = encoded.count
                scalar = Unicode.UTF8.decode(encoded)
            case .error(let length): count = length
            }
            if let scalar, !scalar.isNoncharacter {
                scalars.append(scalar)
            } else {
                for byte in rest.prefix(count) {
                    for half in [0xFDD0 + UInt16(byte >> 4), 0xFDE0 + UInt16(byte & 0xF)] {
                        if let scalar = Unicode.Scalar(half) { scalars.append(scalar) }
                    }
                }
            }
            rest = rest.dropFirst(count)
        }
        self = String(scalars)
    }

    /// The bytes of the text, with those that it holds.
    package var heldBytes: [UInt8] {
        guard hasNoncharacters else { return Array(utf8) }
        var bytes: [UInt8] = []
        var high: Unicode.Scalar?
        for scalar in unicodeScalars {
            if let first = high {
                high = nil
                if 0xFDE0...0xFDEF ~= scalar.value {
                    bytes.append(UInt8(first.value & 0xF) << 4 | UInt8(scalar.value & 0xF))
                    continue
                }
                bytes += String(first).utf8
            }
            if scalar.beginsHeldByte {
                high = scalar
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes + (high.map { Array(String($0).utf8) } ?? [])
    }

    /// Whether the text holds bytes that are not UTF-8, and is none where only text will do.
    package var holdsBytes: Bool {
        hasNoncharacters && String(validating: heldBytes, as: UTF8.self) == nil
    }

    /// The text for people: what it holds shows as U+FFFD.
    package var showingHeldBytes: String {
        hasNoncharacters ? String(decoding: heldBytes, as: UTF8.self) : self
    }

    /// Whether there may be such in the text; all of them begin with the same byte, and few others do.
    private var hasNoncharacters: Bool {
        utf8.contains(0xEF) && unicodeScalars.contains(where: \.isNoncharacter)
    }
}

extension Unicode.Scalar {
    /// Whether it is the first of two that hold a byte which is not UTF-8.
    package var beginsHeldByte: Bool { 0xFDD8...0xFDDF ~= value }

    fileprivate var isNoncharacter: Bool { 0xFDD0...0xFDEF ~= value }
}

extension FilePath {
    /// The path that a text names, which may hold bytes.
    package init(holding text: String) {
        if text.holdsBytes {
            self.init(platformString: text.heldBytes.map { CChar(bitPattern: $0) } + [0])
        } else {
            self.init(text)
        }
    }

    /// The path as a text, which holds what of it is not UTF-8.
    package var heldText: String {
        withPlatformString { path in
            // Safety: a C string of the path, read up to its end.
            let count = strlen(path)
            return String(holding: UnsafeRawBufferPointer(start: path, count: count))
        }
    }
}
