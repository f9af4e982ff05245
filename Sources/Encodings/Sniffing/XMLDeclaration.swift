import Scanning

extension CharacterEncoding {
    /// Reads the encoding from an XML declaration such as `<?xml version="1.0" encoding="windows-1251"?>` (HTML
    /// 13.2.3.2, "get an XML encoding").
    init?(xmlDeclarationOf page: [UInt8]) {
        guard page.starts(with: "<?xml".utf8), let end = page.firstIndex(of: ASCII.greaterThan) else { return nil }
        var scanner = ByteScanner(Array(page[..<end]))
        guard scanner.scanPast("encoding") else { return nil }
        scanner.scan(.controlsAndSpace)
        guard scanner.scan(ASCII.equals) else { return nil }
        scanner.scan(.controlsAndSpace)
        guard let quote = scanner.next(), quote == ASCII.doubleQuote || quote == ASCII.singleQuote else { return nil }
        let label = Array(scanner.scanUpTo(quote))
        guard scanner.scan(quote), !label.contains(where: ByteSet.controlsAndSpace.contains),
            let encoding = CharacterEncoding(label: label)
        else { return nil }
        // Unlike in a `meta` element, x-user-defined is not replaced.
        self = encoding == .userDefined ? encoding : encoding.asDeclared
    }
}

extension ByteSet { fileprivate static let controlsAndSpace = ByteSet(0...0x20) }
