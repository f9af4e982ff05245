import JSON

/// Collects the images of a manifest's `icons` while its JSON is read.
struct ManifestAssembly: JSONHandler {
    /// The images that are complete.
    private(set) var images: [ImageResource] = []

    /// Which container of interest is the innermost.
    private enum Place { case outside, manifest, icons, image }
    private var place = Place.outside
    private var image = ImageResource()
    /// The key of the member that is being read.
    private var key = ""
    /// The key or text that is being read.
    private var bytes: [UInt8] = []

    mutating func beginObject(at offset: Int) -> Bool {
        switch place {
        case .outside:
            place = .manifest
        case .icons:
            image = ImageResource()
            place = .image
        case .manifest, .image:
            take(nil)
            return false
        }
        return true
    }

    mutating func endObject(at offset: Int) {
        if place == .image {
            images.append(image)
            place = .icons
        } else {
            place = .outside
        }
    }

    mutating func beginArray(at offset: Int) -> Bool {
        take(nil)
        guard place == .manifest, key == "icons" else { return false }
        place = .icons
        return true
    }

    mutating func endArray(at offset: Int) { place = .manifest }

    mutating func beginKey(at offset: Int) -> Bool { beginContent() }

    mutating func endKey() { key = text }

    mutating func beginString(at offset: Int) -> Bool { beginContent() && member != nil }

    mutating func endString() { take(member == nil ? nil : text) }

    mutating func endNumber() { take(nil) }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { take(nil) }

    mutating func content(_ piece: Span<UInt8>) {
        for index in piece.indices { bytes.append(piece[index]) }
    }

    /// The member of an image that is being read, if it matters.
    private var member: ImageResource.Member? {
        place == .image ? ImageResource.Member(rawValue: key) : nil
    }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func beginContent() -> Bool {
        bytes.removeAll(keepingCapacity: true)
        return true
    }

    /// Takes the value of a member, `nil` for one of the wrong type; an earlier one under the same key
    /// no longer counts.
    private mutating func take(_ text: String?) {
        if let member { image.set(member, to: text) }
        if place == .manifest, key == "icons" { images = [] }
    }
}
