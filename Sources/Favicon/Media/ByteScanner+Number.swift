import Scanning

extension ByteScanner {
    /// Reads a number (CSS Syntax 3, 4.3.3); consumes nothing if there is none.
    mutating func scanNumber() -> Double? {
        let start = position
        scanSign()
        var hasDigits = !scan(.digits).isEmpty
        let pointPosition = position
        if scan(".") { if scan(.digits).isEmpty { move(to: pointPosition) } else { hasDigits = true } }
        guard hasDigits else {
            move(to: start)
            return nil
        }
        let exponentPosition = position
        if scan("e") || scan("E") {
            scanSign()
            // `em` is a unit.
            if scan(.digits).isEmpty { move(to: exponentPosition) }
        }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func scanSign() { if !scan("+") { scan("-") } }
}
