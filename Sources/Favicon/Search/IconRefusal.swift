/// Why a server does not give an icon.
enum IconRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is nothing at its URL.
    case missing
    /// There is something else.
    case image(ImageRejection)

    /// The reason, in words for a sentence.
    var description: String {
        switch self {
        case .missing: "the server does not have it"
        case .image(let rejection): "what the server has is no icon: \(rejection)"
        }
    }

    /// The reason in a word.
    var rejection: IconOrder.Rejection {
        switch self {
        case .missing: .missing
        case .image: .image
        }
    }
}
