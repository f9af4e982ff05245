package import Fetching

/// Why an icon cannot be had.
package enum IconRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is nothing at its URL.
    case missing
    /// The server answers with a status that is no success.
    case status(Int)
    /// The server answers with something of no use, as where there is no icon.
    case noAnswer(FetchError)
    /// There is something else.
    case image(ImageRejection)
    /// It has more than so many bytes.
    case tooLarge(limit: Int)
    /// Its `data:` URL holds no data.
    case damagedURL
    /// The server cannot be asked, or did not answer in time.
    case unreachable(FetchError)
    /// So many others were no icons.
    case unexamined(limit: Int)

    /// The reason, in words for a sentence.
    package var description: String {
        switch self {
        case .missing: "the server does not have it"
        case .status(let status): "the server answered with status \(status)"
        case .image(let rejection): "what the server has is no icon: \(rejection)"
        case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
        case .damagedURL: "the data: URL is damaged"
        case .noAnswer(let error), .unreachable(let error): "cannot be fetched: \(error)"
        case .unexamined(let limit): "not looked at, for \(limit) others were no icons"
        }
    }

    /// The reason in a word.
    var rejection: IconOrder.Rejection {
        switch self {
        case .missing, .status, .noAnswer: .missing
        case .image, .damagedURL: .image
        case .tooLarge, .unexamined: .limit
        case .unreachable: .unreachable
        }
    }
}
