import Scanning

/// Tells an SVG from the texts that servers send instead of an icon.
struct TextReader: HeaderReader {
    var format: ImageFormat? { nil }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard window.count >= HTMLSignature.length else { return .needs(HTMLSignature.length) }
        return try judge(window)
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        try judge(window)
    }

    private func judge(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        var scanner = ByteScanner(window)
        scanner.scan("\u{FEFF}")
        scanner.scan(.asciiWhiteSpace)
        switch scanner.peek {
        case ASCII.lessThan:
            // An SVG may begin with a comment as well as a page.
            guard HTMLSignature.matches(window), !scanner.scan("<!--") else { break }
            throw .page
        case UInt8(ascii: "{"), UInt8(ascii: "["): throw .json
        case nil: break
        default: throw .text
        }
        return .handOver(SVGReader())
    }
}
