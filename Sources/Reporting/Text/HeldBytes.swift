import Glibc
package import SystemPackage

/// Preserves bytes that are not UTF-8 in strings, so that they leave devtool unchanged.
///
/// Each such byte is held as two noncharacters, which Unicode reserves for internal use: U+FDD0 plus its high four
/// bits, then U+FDE0 plus its low four bits. The bytes of a noncharacter in the input are held in the same way.
extension String {
    package init(holding bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.hasNoncharacters {
            self = text
        } else {
            self.init(holdingEach: bytes)
        }
    }

    /// A fast path for ASCII, without types that the runtime must instantiate in each process.
    package init(holding bytes: [UInt8]) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(holding: bytes[...])
        }
    }

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
            if scalar.beginsHeldByte { high = scalar } else { bytes += String(scalar).utf8 }
        }
        return bytes + (high.map { Array(String($0).utf8) } ?? [])
    }

    /// Whether the text holds bytes that are not UTF-8.
    package var holdsBytes: Bool { hasNoncharacters && String(validating: heldBytes, as: UTF8.self) == nil }

    package var showingHeldBytes: String { hasNoncharacters ? String(decoding: heldBytes, as: UTF8.self) : self }

    /// All noncharacters of this block start with the byte 0xEF, which is rare.
    private var hasNoncharacters: Bool { utf8.contains(0xEF) && unicodeScalars.contains(where: \.isNoncharacter) }
}

extension Unicode.Scalar {
    /// Whether this is the first of two noncharacters that hold a byte above 0x7F.
    package var beginsHeldByte: Bool { 0xFDD8...0xFDDF ~= value }

    fileprivate var isNoncharacter: Bool { 0xFDD0...0xFDEF ~= value }
}

extension FilePath {
    package init(holding text: String) {
        if text.holdsBytes {
            self.init(platformString: text.heldBytes.map { CChar(bitPattern: $0) } + [0])
        } else {
            self.init(text)
        }
    }

    package var heldText: String {
        withPlatformString { path in
            // Safety: the path is a C string, read up to its end.
            let count = strlen(path)
            return String(holding: UnsafeRawBufferPointer(start: path, count: count))
        }
    }
}
