package import Fetching
package import JSON

/// The icons that the manifest of a web application names
/// (W3C Web Application Manifest, "icons"; W3C Image Resource).
///
/// ```json
/// {"icons": [{"src": "icon.png", "sizes": "192x192", "purpose": "any maskable"}]}
/// ```
package struct WebManifest: Sendable {
    /// The longest manifest, in bytes; real ones have a few thousand.
    package static let byteLimit = 1 << 20

    /// The icons in the order of the manifest, the last 1,000: of equally good ones the last counts.
    package let icons: [IconLink]

    /// Reads a manifest that is at a URL, to which its references are relative.
    ///
    /// Members of another type than the standard's are as good as missing, and so is all in a
    /// document that is no object.
    ///
    /// - Throws: ``WebManifestError`` if it is too long or no JSON.
    package init(_ bytes: [UInt8], at url: WebURL) throws(WebManifestError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
        // An image is an object in a list in an object; what is deeper is of no use.
        var scanner = JSONScanner(handler: JSONValueBuilder(depthLimit: 3))
        do throws(JSONSyntaxError) {
            try scanner.scan(bytes.span)
            try scanner.finish()
        } catch {
            throw .syntax(error)
        }
        let images = (scanner.handler.value["icons"]?.items ?? []).compactMap(ImageResource.init)
        icons = images.suffix(PageTags.iconLimit).compactMap { $0.icon(in: url) }
    }
}

/// Why a file is no manifest.
package enum WebManifestError: Error, Equatable, CustomStringConvertible {
    /// The file is longer than so many bytes.
    case tooLong(limit: Int)
    /// The file is not JSON.
    case syntax(JSONSyntaxError)

    /// The sentence for the user.
    package var description: String {
        switch self {
        case .tooLong(let limit): "longer than \(limit) bytes"
        case .syntax(let error): "not valid JSON at byte \(error.offset): \(error)"
        }
    }
}
