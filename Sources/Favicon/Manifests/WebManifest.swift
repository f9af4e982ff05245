import URLs
import JSON

/// The icons in a web application's manifest (W3C Web Application Manifest, "icons"; W3C Image
/// Resource).
///
/// ```json
/// {"icons": [{"src": "icon.png", "sizes": "192x192", "purpose": "any maskable"}]}
/// ```
struct WebManifest: Sendable {
    /// The longest manifest, in bytes; real ones have a few thousand.
    static let byteLimit = 1 << 20

    /// The icons in the order of the manifest, the last 1,000: of equally good ones the last counts.
    let icons: [IconLink]

    /// Reads a manifest that is at a URL, to which its references are relative.
    ///
    /// Members of another type than the standard's are as good as missing, and so is all in a
    /// document that is no object.
    ///
    /// - Throws: ``WebManifestError`` if it is too long or no JSON.
    init(_ bytes: [UInt8], at url: WebURL) throws(WebManifestError) {
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

/// Why a file is not a manifest.
enum WebManifestError: Error, Equatable, CustomStringConvertible {
    /// The file is longer than so many bytes.
    case tooLong(limit: Int)
    /// The file is not JSON.
    case syntax(JSONSyntaxError)

    /// The sentence for the user.
    var description: String {
        switch self {
        case .tooLong(let limit): "longer than \(limit) bytes"
        case .syntax(let error): "not valid JSON at byte \(error.offset): \(error)"
        }
    }
}

/// An image in a manifest (W3C Image Resource, section 2), with the members that are texts.
struct ImageResource {
    private let json: JSONValue

    /// The image that a value describes; `nil` if it is no object.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        self.json = json
    }

    /// The icon in a manifest at a URL; `nil` if it is for nothing that is known, or leads nowhere.
    func icon(in manifest: WebURL) -> IconLink? {
        let purposes = IconLink.Purpose.parse(json["purpose"]?.string ?? "")
        guard let reference = json["src"]?.string, !purposes.isEmpty,
            let target = IconTarget(reference, in: manifest)
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
    /// The purposes that the value of `purpose` names, in its order and each once: any, if it names
    /// nothing; none, if nothing that is known (W3C Web Application Manifest, "determine the purpose
    /// of an image").
    static func parse(_ value: String) -> [Self] {
        var purposes: [Self] = []
        var isEmpty = true
        for token in value.asciiTokens {
            isEmpty = false
            if let purpose = Self(rawValue: token), !purposes.contains(purpose) {
                purposes.append(purpose)
            }
        }
        return isEmpty ? [.any] : purposes
    }
}
