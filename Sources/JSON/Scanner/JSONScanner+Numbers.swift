public import Scanning

/// RFC 8259, section 6.
extension JSONScanner {
    @inlinable mutating func beginNumber(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        wantsContent = isWanted && handler.beginNumber(at: offset(of: bytes))
        let start = bytes.position
        switch bytes.next {
        case UInt8(ascii: "-"): state = .minus
        case UInt8(ascii: "0"): state = .zero
        default: state = .integer
        }
        bytes.position &+= 1
        try scanNumber(&bytes, from: start)
    }

    /// Continues a number at the beginning of a chunk.
    @inlinable mutating func scanNumber(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        try scanNumber(&bytes, from: bytes.position)
    }

    /// Scans to the end of the number or the chunk; the number begins in this chunk at `start`.
    @inlinable mutating func scanNumber(_ bytes: inout JSONBytes, from start: Int) throws(JSONSyntaxError) {
        while !bytes.isAtEnd {
            guard let next = state.afterNumberByte(bytes.next) else {
                if state == .zero, bytes.next.isASCIIDigit { throw unexpected(bytes) }
                guard state.mayEndNumber else { throw unexpected(bytes) }
                deliverNumber(bytes, from: start)
                endNumber()
                return
            }
            state = next
            bytes.position &+= 1
            if state == .integer || state == .fraction || state == .exponent { bytes.skipDigits() }
        }
        deliverNumber(bytes, from: start)
    }

    @inlinable mutating func deliverNumber(_ bytes: JSONBytes, from start: Int) {
        guard wantsContent, bytes.position > start else { return }
        handler.content(bytes.piece(from: start).span)
    }

    @inlinable mutating func endNumber() {
        if isWanted { handler.endNumber() }
        endValue()
    }
}

extension JSONState {
    @inlinable var mayEndNumber: Bool {
        switch self {
        case .zero, .integer, .fraction, .exponent: true
        default: false
        }
    }

    /// The state after one more byte; `nil` if the byte does not belong to the number.
    @inlinable func afterNumberByte(_ byte: UInt8) -> JSONState? {
        switch (self, byte) {
        case (.minus, UInt8(ascii: "0")): .zero
        case (.minus, _) where byte.isASCIIDigit, (.integer, _) where byte.isASCIIDigit: .integer
        case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): .point
        case (.point, _) where byte.isASCIIDigit, (.fraction, _) where byte.isASCIIDigit: .fraction
        case (.zero, UInt8(ascii: "e")), (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "e")),
            (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "E")):
            .exponentMark
        case (.exponentMark, UInt8(ascii: "+")), (.exponentMark, UInt8(ascii: "-")): .exponentSign
        case (.exponentMark, _) where byte.isASCIIDigit, (.exponentSign, _) where byte.isASCIIDigit,
            (.exponent, _) where byte.isASCIIDigit:
            .exponent
        default: nil
        }
    }
}
