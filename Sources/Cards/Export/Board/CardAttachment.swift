import JSON

struct CardAttachment: Equatable, Sendable {
    var id = ""
    var name = ""
    var url = ""
    var mediaType: String?
    /// In bytes; `nil` for a link.
    var size: Int?
    var date: String?
    var isUpload = false
}

extension CardAttachment {
    init?(_ part: ExportPart) {
        guard let url = part.string(.url) else { return nil }
        self.url = url
        id = part.string(.id) ?? ""
        name = part.string(.name) ?? ""
        mediaType = part.filled(.mimeType)
        size = part[.bytes]?.integer
        date = part.filled(.date)
        isUpload = part.bool(.isUpload) ?? false
    }

    var shownName: String { name.isEmpty ? url : name }
}

enum CardCover: Equatable, Sendable {
    case color(String)
    /// The identifier of one of the card's attachments.
    case attachment(String)
    /// The URL of a picture.
    case picture(String)
}

extension CardCover {
    init?(_ card: ExportPart) {
        let cover = card[.cover]
        if let id = cover?.string(.idAttachment) ?? card.string(.idAttachmentCover) {
            self = .attachment(id)
        } else if let url = cover?.string(.sharedSourceUrl) {
            self = .picture(url)
        } else if let color = cover?.string(.color) {
            self = .color(color)
        } else {
            return nil
        }
    }
}

struct CardLocation: Equatable, Sendable {
    var name = ""
    var address = ""
    /// Degrees north and east, as spelled in the export.
    var latitude: String?
    var longitude: String?
}

extension CardLocation {
    init?(_ card: ExportPart) {
        name = card.string(.locationName) ?? ""
        address = card.string(.address) ?? ""
        if let pair = card.string(.coordinates)?.split(separator: ","), pair.count == 2 {
            (latitude, longitude) = (String(pair[0]), String(pair[1]))
        } else {
            latitude = card[.coordinates]?[.latitude]?.numberSpelling
            longitude = card[.coordinates]?[.longitude]?.numberSpelling
        }
        if name.isEmpty, address.isEmpty, latitude == nil { return nil }
    }

    var text: String {
        var parts = [name, address].filter { !$0.isEmpty }
        if let latitude, let longitude { parts.append("\(latitude),\(longitude)") }
        return parts.joined(separator: ", ")
    }
}
