extension WebURL {
    /// Joins a folder and segments, with `.` and `..` resolved in all spellings, and the rest encoded (WHATWG URL 4.4,
    /// "path state").
    static func path(_ segments: ArraySlice<UInt8>, after folder: Substring) -> String {
        guard !segments.isEmpty || !folder.isEmpty else { return "/" }
        var path: [UInt8] = []
        path.reserveCapacity(folder.utf8.count + 1 + segments.count)
        path += folder.utf8
        var rest = segments
        var isLast = false
        while !isLast {
            let segment = rest.prefix { !isSlash($0) }
            isLast = segment.endIndex == rest.endIndex
            rest = rest[segment.endIndex...].dropFirst()
            let dots = dots(in: segment)
            if dots == 2 { path.removeSubrange((path.lastIndex(of: slash) ?? 0)...) }
            if dots == 0 || isLast { path.append(slash) }
            if dots == 0 { path.appendPercentEncoded(segment, .path) }
        }
        return String(decoding: path, as: UTF8.self)
    }

    /// The number of dots in a segment of one or two dots, possibly written as `%2e`; zero for other segments.
    private static func dots(in segment: ArraySlice<UInt8>) -> Int {
        var dots = 0
        var rest = segment
        while let first = rest.popFirst() {
            let isEncoded =
                first == UInt8(ascii: "%") && rest.popFirst() == UInt8(ascii: "2")
                && rest.popFirst().map { $0 | 0x20 } == UInt8(ascii: "e")
            guard first == UInt8(ascii: ".") || isEncoded, dots < 2 else { return 0 }
            dots += 1
        }
        return dots
    }

    /// A backslash is equivalent to a slash in http and https URLs.
    static func isSlash(_ byte: UInt8) -> Bool { byte == slash || byte == UInt8(ascii: "\\") }

    private static let slash = UInt8(ascii: "/")
}
