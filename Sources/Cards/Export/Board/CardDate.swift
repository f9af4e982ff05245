/// A UTC date and time, to the second.
struct CardDate: Equatable {
    private let days: Int
    private let secondOfDay: Int

    /// Parses an RFC 3339 timestamp, ignoring fractions of a second; `nil` if the text is not one.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>, _ allowed: ClosedRange<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard byte.isDigit else { return nil }
                value = value * 10 + Int(byte & 0x0F)
            }
            return allowed.contains(value) ? value : nil
        }
        func isByte(at index: Int, _ byte: Unicode.Scalar) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: byte)
        }
        guard let year = number(0..<4, 0...9999), isByte(at: 4, "-"), let month = number(5..<7, 1...12),
            isByte(at: 7, "-"), let day = number(8..<10, 1...Self.length(ofMonth: month, year)), isByte(at: 10, "T"),
            let hour = number(11..<13, 0...23), isByte(at: 13, ":"), let minute = number(14..<16, 0...59),
            isByte(at: 16, ":"), let second = number(17..<19, 0...60)
        else { return nil }
        var end = 19
        if isByte(at: end, ".") {
            let digits = bytes[(end + 1)...].prefix { $0.isDigit }
            guard !digits.isEmpty else { return nil }
            end += 1 + digits.count
        }
        var offset = 0
        if isByte(at: end, "+") || isByte(at: end, "-") {
            guard let hours = number(end + 1..<end + 3, 0...23), isByte(at: end + 3, ":"),
                let minutes = number(end + 4..<end + 6, 0...59)
            else { return nil }
            offset = (isByte(at: end, "-") ? -60 : 60) * (hours * 60 + minutes)
            end += 6
        } else {
            guard isByte(at: end, "Z") else { return nil }
            end += 1
        }
        guard end == bytes.count else { return nil }
        // A leap second becomes the second before it: a day here has 86,400 seconds.
        let seconds = hour * 3600 + minute * 60 + min(second, 59) - offset
        let dayShift = seconds < 0 ? -1 : seconds / 86400
        days = Self.dayNumber(year, month, day) + dayShift
        secondOfDay = seconds - dayShift * 86400
        // Conversion to UTC may lead out of the range of four-digit years.
        guard (0...9999).contains(date.year) else { return nil }
    }

    init(secondsSince1970 seconds: Int) {
        days = Self.dayNumber(1970, 1, 1) + seconds / 86400
        secondOfDay = seconds % 86400
    }

    var timestamp: String { text(appendTimestamp) }

    func appendTimestamp(to text: inout [UInt8]) {
        appendDay(to: &text)
        text.append(UInt8(ascii: "T"))
        appendShownTime(to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(secondOfDay % 60, to: &text)
        text.append(UInt8(ascii: "Z"))
    }

    var day: String { text(appendDay) }

    private func appendDay(to text: inout [UInt8]) {
        let (year, month, day) = date
        Self.append(year / 100, to: &text)
        Self.append(year % 100, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(month, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(day, to: &text)
    }

    /// `1 Mar 2026`.
    var shownDay: String { text(appendShownDay) }

    func appendShownDay(to text: inout [UInt8]) {
        let (year, month, day) = date
        text += "\(day) ".utf8
        let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
        names.withUTF8Buffer { text += $0[3 * (month - 1)..<3 * month] }
        text += " \(year)".utf8
    }

    /// `09:30`.
    var shownTime: String { text(appendShownTime) }

    func appendShownTime(to text: inout [UInt8]) {
        Self.append(secondOfDay / 3600, to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(secondOfDay / 60 % 60, to: &text)
    }

    private static func append(_ number: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "0") + UInt8(number / 10))
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private func text(_ append: (inout [UInt8]) -> Void) -> String {
        var text: [UInt8] = []
        append(&text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days since 1 March of the year -400; because years begin in March, a leap day is the last of its
    /// year.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Adding 400 years, a whole calendar cycle, keeps all terms positive.
        let shifted = year + 400 - (month < 3 ? 1 : 0)
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
            - 1
    }

    private var date: (year: Int, month: Int, day: Int) {
        let (cycle, rest) = days.quotientAndRemainder(dividingBy: 146_097)
        let year = (rest - rest / 1460 + rest / 36524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = (month + 2) % 12 + 1
        return (cycle * 400 + year - 400 + (civilMonth < 3 ? 1 : 0), civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
