import Scanning

/// A partially read character reference in text, which may represent white space.
struct TextReference: Sendable {
    enum Form: Sendable { case start, numeric, decimal, hexadecimal, named }

    var form = Form.start
    private var number: UInt32 = 0
    private var name: [UInt8] = []
    mutating func add(digit: UInt8, radix: UInt32) {
        let value = Character(Unicode.Scalar(digit)).hexDigitValue ?? 0
        // All numbers beyond Unicode are equivalent.
        number = min(number * radix + UInt32(value), 0x11_0000)
    }

    /// Appends a letter of a name, and returns `false` if the name is longer than any relevant one.
    mutating func add(letter: UInt8) -> Bool {
        name.append(letter)
        return name.count <= 8
    }

    func isWhiteSpace(hasSemicolon: Bool) -> Bool {
        switch form {
        case .decimal, .hexadecimal: [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(number)
        case .named: hasSemicolon && (name.elementsEqual("Tab".utf8) || name.elementsEqual("NewLine".utf8))
        case .start, .numeric: false
        }
    }
}

extension HTMLScanner {
    /// Reads text up to a character other than white space, or up to a tag, where the presence of text matters.
    mutating func readText(_ input: inout HTMLBytes) {
        if builder.ignoresLineFeed, input.next == ASCII.lineFeed || input.next == ASCII.carriageReturn {
            input.position += 1
            // A carriage return and a line feed are one line ending.
            if input.bytes[input.position - 1] == ASCII.lineFeed { builder.ignoresLineFeed = false }
            return
        }
        while !input.isAtEnd {
            let start = input.position
            input.scan(.whiteSpace)
            if input.position > start { builder.text(.whiteSpace) }
            guard !input.isAtEnd else { return }
            switch input.next {
            case ASCII.lessThan: return
            case ASCII.null:
                builder.text(.null)
                input.position += 1
            case ASCII.ampersand:
                input.position += 1
                reference = TextReference()
                state = .reference
                return
            default:
                builder.text(.other)
                return
            }
        }
    }

    /// Reads a character reference in text, where only white space is relevant (HTML 13.2.5.72 to 13.2.5.80).
    mutating func readReference(_ input: inout HTMLBytes) {
        while !input.isAtEnd {
            let byte = input.next
            switch reference.form {
            case .start where byte == UInt8(ascii: "#"): reference.form = .numeric
            case .start where byte.isASCIILetter:
                reference.form = .named
                continue
            case .numeric where byte.asciiLowercased == UInt8(ascii: "x"): reference.form = .hexadecimal
            case .numeric where byte.isASCIIDigit:
                reference.form = .decimal
                continue
            case .decimal where byte.isASCIIDigit: reference.add(digit: byte, radix: 10)
            case .hexadecimal where Character(Unicode.Scalar(byte)).isHexDigit: reference.add(digit: byte, radix: 16)
            case .named where byte.isASCIILetter:
                if !reference.add(letter: byte) { return endReference(isWhiteSpace: false) }
            default:
                let hasSemicolon = reference.form != .start && input.scan(ASCII.semicolon)
                return endReference(isWhiteSpace: reference.isWhiteSpace(hasSemicolon: hasSemicolon))
            }
            input.position += 1
        }
    }

    private mutating func endReference(isWhiteSpace: Bool) {
        builder.text(isWhiteSpace ? .whiteSpace : .other)
        state = .data
    }
}
