import Glibc

package struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package static var now: Timestamp { Timestamp(secondsSince1970: time(nil)) }

    /// `2026-03-01T09:30:00`: ISO 8601 without a time zone.
    package var description: String {
        var moment = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(Self.twoDigits)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits)
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
