import JSON

/// A file or a link that is attached to a card.
struct CardAttachment: Equatable, Sendable {
    /// Trello's name for it.
    var id = ""
    /// What it is called.
    var name = ""
    /// Where it is on the web.
    var url = ""
    /// The type of a file, as in `image/png`.
    var mediaType: String?
    /// How many bytes a file has; nil for a link.
    var size: Int?
    /// When it was attached, as the export spells it.
    var date: String?
    /// Whether it is a file that Trello keeps, not a link.
    var isUpload = false
}

extension CardAttachment {
    /// The attachment that an element of `attachments` describes; nil without an address.
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

    /// What to call it: its name, or else its address.
    var shownName: String { name.isEmpty ? url : name }
}

/// What is shown on the front of a card.
enum CardCover: Equatable, Sendable {
    /// One of Trello's colours, by its name.
    case color(String)
    /// A picture among the card's attachments, by its identifier.
    case attachment(String)
    /// A picture elsewhere, by its address.
    case picture(String)
}

extension CardCover {
    /// The cover of an element of `cards`; nil where it has none.
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

/// The place in the world that a card is about.
struct CardLocation: Equatable, Sendable {
    /// What it is called.
    var name = ""
    /// Its postal address.
    var address = ""
    /// Its degrees north and east, as the export spells them.
    var latitude: String?
    var longitude: String?
}

extension CardLocation {
    /// The location of an element of `cards`; nil where it has none.
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

    /// The parts on one line.
    var text: String {
        var parts = [name, address].filter { !$0.isEmpty }
        if let latitude, let longitude { parts.append("\(latitude),\(longitude)") }
        return parts.joined(separator: ", ")
    }
}
