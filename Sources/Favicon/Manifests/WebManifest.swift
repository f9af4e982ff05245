import URLs
import JSON

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
        let images = (scanner.handler.value["icons"]?.items ?? []).compactMap(ImageResource.init)
        icons = images.suffix(PageTags.iconLimit).compactMap { $0.icon(in: url) }
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

/// An image in a manifest (W3C Image Resource, section 2).
struct ImageResource {
    private let json: JSONValue

    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        self.json = json
    }

    /// The icon in a manifest; `nil` if it has no known purpose or no valid URL.
    func icon(in manifest: WebURL) -> IconLink? {
        let purposes = IconLink.Purpose.parse(json["purpose"]?.string ?? "")
        guard let reference = json["src"]?.string, !purposes.isEmpty, let target = IconTarget(reference, in: manifest)
        else { return nil }
        var icon = IconLink(source: .manifest, target: target)
        icon.sizesText = json["sizes"]?.string
        icon.sizes = DeclaredSize.parse(icon.sizesText ?? "")
        icon.type = json["type"]?.string
        icon.purposes = purposes
        return icon
    }
}

extension IconLink.Purpose {
    /// Parses `purpose` (W3C Web Application Manifest, "determine the purpose of an image"); an empty value means
    /// `any`.
    static func parse(_ value: String) -> [Self] {
        var purposes: [Self] = []
        var isEmpty = true
        for token in value.asciiTokens {
            isEmpty = false
            if let purpose = Self(rawValue: token), !purposes.contains(purpose) { purposes.append(purpose) }
        }
        return isEmpty ? [.any] : purposes
    }
}
