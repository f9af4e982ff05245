import Scanning
import XML

/// Finds the root element of an SVG, after anything that editors write before it.
struct SVGReader: HeaderReader {
    var format: ImageFormat? { .svg }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard let image = try Self.image(window) else {
            guard window.count < ImageProbe.windowLimit else { throw Self.rejection(window, orElse: .farHeader(.svg)) }
            return .needs(min(max(2 * window.count, TextReader.pageSignatureLength), ImageProbe.windowLimit))
        }
        return .known(image)
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard let image = try Self.image(window) else { throw Self.rejection(window, orElse: .truncated(.svg)) }
        return .known(image)
    }

    private static func image(_ window: [UInt8]) throws(IconRejection) -> IconImage? {
        let root: XMLRoot?
        switch XMLRootTag(in: window) {
        case .absent: throw rejection(window)
        case .incomplete: return nil
        case .found(let tag):
            do throws(XMLError) { root = try XMLRoot(tag) } catch {
                guard case .noLibrary(let reason) = error else { throw rejection(window) }
                throw .noLibrary(reason)
            }
        }
        guard let root else { throw rejection(window) }
        guard root.name == "svg", root.namespace == namespace else {
            throw root.name == "html" ? .page : TextReader.isPage(window) ? .page : .xml
        }
        return try image(of: root)
    }

    /// Why the bytes are not an SVG; `other` if they are one whose root tag is incomplete.
    private static func rejection(_ window: [UInt8], orElse other: IconRejection = .text) -> IconRejection {
        if TextReader.isPage(window) { return .page }
        guard case .incomplete(name: "svg") = XMLRootTag(in: window) else { return .text }
        return other
    }
}

extension SVGReader {
    static let namespace = "http://www.w3.org/2000/svg"

    /// The image with its intrinsic size (SVG 2, 8.2 and 8.12; CSS Images 3, 5.3).
    ///
    /// A missing length is derived from the proportions of the view box, as in browsers.
    private static func image(of root: XMLRoot) throws(IconRejection) -> IconImage {
        let width = root.attributes["width"].flatMap(pixels)
        let height = root.attributes["height"].flatMap(pixels)
        let box = root.attributes["viewBox"].flatMap(box)
        if width == 0 || height == 0 || box?.width == 0 || box?.height == 0 { throw .zeroSize(.svg) }
        switch (width, height, box) {
        case (let width?, let height?, let box):
            // With a view box, browsers scale the picture to the size they need.
            if width <= 1, height <= 1, box == nil { throw .singlePixel(.svg) }
            return image(width, height)
        case (let width?, nil, let box?): return image(width, width * box.height / box.width)
        case (nil, let height?, let box?): return image(height * box.width / box.height, height)
        case (nil, nil, let box?): return image(box.width, box.height)
        default: return IconImage(.svg, [])
        }
    }

    private static func image(_ width: Double, _ height: Double) -> IconImage {
        let size = PixelSize(width: whole(width), height: whole(height))
        return IconImage(.svg, [size])
    }

    private static func whole(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), Double(Int32.max))) }

    /// The length in pixels; `nil` if it is relative, invalid or negative.
    private static func pixels(_ text: String) -> Double? {
        var scanner = ByteScanner(text)
        scanner.scan(.asciiWhiteSpace)
        let number = number(&scanner)
        let unit = String(decoding: scanner.scan(.alphanumerics), as: UTF8.self).asciiLowercased
        scanner.scan(.asciiWhiteSpace)
        guard let number, number >= 0, scanner.isAtEnd, let factor = units[unit] else { return nil }
        return number * factor
    }

    static func box(_ text: String) -> (width: Double, height: Double)? {
        var scanner = ByteScanner(text)
        var numbers: [Double] = []
        scanner.scan(.asciiWhiteSpace)
        while let number = number(&scanner) {
            numbers.append(number)
            scanner.scan(.asciiWhiteSpace)
            if scanner.scan(UInt8(ascii: ",")) { scanner.scan(.asciiWhiteSpace) }
        }
        guard scanner.isAtEnd, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
        return (numbers[2], numbers[3])
    }

    /// Pixels per unit (CSS Values 4, 6.2), with the initial font size.
    private static let units: [String: Double] = [
        "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96 / 72, "pc": 16, "em": 16,
        "rem": 16,
    ]

    /// Reads a number, limited so that the product of three is finite, and the quotient of two is a number.
    private static func number(_ scanner: inout ByteScanner) -> Double? {
        scanner.scanNumber().map { min(max($0, -1e100), 1e100) }
    }
}
