import JSON
import Scanning
import URLs

/// The icons in a web application's manifest (W3C Web Application Manifest, "icons"; W3C Image Resource).
///
/// ```json
/// {"icons": [{"src": "icon.png", "sizes": "192x192", "purpose": "any maskable"}]}
/// ```
struct WebManifest: Sendable {
    /// The maximum size in bytes; real manifests have a few thousand bytes.
    static let byteLimit = 1 << 20

    /// The last 1,000 icons in the order of the manifest, because the last one of equally good icons wins.
    let icons: [IconLink]

    /// Parses a manifest; members whose type differs from the standard's count as missing.
    init(_ bytes: [UInt8], at url: WebURL) throws(WebManifestError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
        // Icons are objects in an array in an object; deeper values are irrelevant.
        var scanner = JSONScanner(handler: JSONValueBuilder(depthLimit: 3))
        do throws(JSONSyntaxError) {
            try scanner.scan(bytes.span)
            try scanner.finish()
        } catch { throw .syntax(error) }
        let images = (scanner.handler.value["icons"]?.items ?? []).filter {
            if case .object = $0 { true } else { false }
        }
        icons = images.suffix(PageTags.iconLimit).compactMap { IconLink($0, inManifestAt: url) }
    }
}

enum WebManifestError: Error, Equatable, CustomStringConvertible {
    case tooLong(limit: Int)
    case syntax(JSONSyntaxError)
    var description: String {
        switch self {
        case .tooLong(let limit): "longer than \(limit) bytes"
        case .syntax(let error): "not valid JSON at byte \(error.offset): \(error)"
        }
    }
}

extension IconLink {
    /// Reads an image in a manifest (W3C Image Resource, section 2); `nil` if it has no known purpose or no valid URL.
    init?(_ image: JSONValue, inManifestAt url: WebURL) {
        let purposes = Purpose.parse(image["purpose"]?.string ?? "")
        guard let reference = image["src"]?.string, !purposes.isEmpty, let target = IconTarget(reference, in: url)
        else { return nil }
        self.init(source: .manifest, target: target, purposes: purposes)
        sizesText = image["sizes"]?.string
        sizes = DeclaredSize.parse(sizesText ?? "")
        type = image["type"]?.string
    }
}

extension IconLink.Purpose {
    /// Parses `purpose` (W3C Web Application Manifest, "determine the purpose of an image"); an empty value means
    /// `any`.
    static func parse(_ value: String) -> [Self] {
        if value.utf8.allSatisfy(\.isASCIIWhiteSpace) { return [.any] }
        return value.asciiTokens.compactMap(Self.init).distinct
    }
}
