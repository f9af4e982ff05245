import Fetching
import JSON

/// An image as a manifest describes it (W3C Image Resource, section 2): what is a text of its
/// members.
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
        icon.sizes = DeclaredSize.parse(json["sizes"]?.string ?? "")
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
