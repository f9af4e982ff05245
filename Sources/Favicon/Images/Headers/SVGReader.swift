import XML

/// Finds the root element of an SVG, behind whatever its editor wrote before.
struct SVGReader: HeaderReader {
    var format: ImageFormat? { .svg }

    func read(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard let image = try Self.image(window) else {
            guard window.count < ImageProbe.windowLimit else {
                throw Self.rejection(window, orElse: .farHeader(.svg))
            }
            return .needs(min(max(2 * window.count, HTMLSignature.length), ImageProbe.windowLimit))
        }
        return .known(image)
    }

    func finish(_ window: [UInt8]) throws(IconRejection) -> HeaderStep {
        guard let image = try Self.image(window) else {
            throw Self.rejection(window, orElse: .truncated(.svg))
        }
        return .known(image)
    }

    /// The image; `nil` if its root element has not ended yet.
    private static func image(_ window: [UInt8]) throws(IconRejection) -> IconImage? {
        let root: XMLRoot?
        switch XMLRootTag(in: window) {
        case .absent: throw rejection(window)
        case .incomplete: return nil
        case .found(let tag):
            do throws(XMLError) {
                root = try XMLRoot(tag)
            } catch {
                guard case .noLibrary(let reason) = error else { throw rejection(window) }
                throw .noLibrary(reason)
            }
        }
        guard let root else { throw rejection(window) }
        guard root.name == "svg", root.namespace == SVGSize.namespace else {
            throw root.name == "html" ? .page : HTMLSignature.matches(window) ? .page : .xml
        }
        return try SVGSize(root).image()
    }

    /// Why the bytes are no SVG, or the other reason if it is one whose element does not end.
    private static func rejection(
        _ window: [UInt8], orElse other: IconRejection = .text
    ) -> IconRejection {
        if HTMLSignature.matches(window) { return .page }
        guard case .incomplete(name: "svg") = XMLRootTag(in: window) else { return .text }
        return other
    }
}
