extension JSONScanner {
    @inlinable mutating func beginLiteral(_ value: JSONLiteral, _ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        if isWanted { handler.literal(value, at: offset(of: bytes)) }
        literal = JSONLiteralProgress(value)
        bytes.position &+= 1
        state = .literal
        try scanLiteral(&bytes)
    }

    @inlinable mutating func scanLiteral(_ bytes: inout JSONBytes) throws(JSONSyntaxError) {
        while !bytes.isAtEnd {
            guard literal.take(bytes.next) else { throw unexpected(bytes) }
            bytes.position &+= 1
            if literal.isComplete { return endValue() }
        }
    }
}

@usableFromInline struct JSONLiteralProgress {
    @usableFromInline var value: JSONLiteral

    /// The remaining letters, the next in the lowest byte.
    @usableFromInline var rest: UInt32

    @inlinable init(_ value: JSONLiteral = .null) {
        self.value = value
        switch value {
        case .true: rest = 0x65_75_72  // "rue"
        case .false: rest = 0x65_73_6C_61  // "alse"
        case .null: rest = 0x6C_6C_75  // "ull"
        }
    }

    @inlinable var isComplete: Bool { rest == 0 }

    @inlinable mutating func take(_ byte: UInt8) -> Bool {
        guard UInt8(truncatingIfNeeded: rest) == byte else { return false }
        rest &>>= 8
        return true
    }
}
