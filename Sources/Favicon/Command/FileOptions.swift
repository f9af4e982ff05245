import ArgumentParser
import Encodings
import Fetching

/// The options that tell of the page in a file what its server would.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the page is on the web.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp("The encoding that the header of the page names.", valueName: "label"))
    var charset: String?

    @Flag(help: "Take /favicon.ico for there, and fetch nothing.")
    var noFetch = false

    /// Creates the options; their values come from the command line.
    init() {}

    /// Rejects empty values, and what is no encoding.
    func validate() throws {
        if baseURL?.isEmpty == true { throw ValidationError("--base-url takes a URL.") }
        if let charset, CharacterEncoding(label: charset) == nil {
            throw ValidationError("--charset takes an encoding, such as utf-8: '\(charset)'.")
        }
    }

    /// Where the page is on the web; `nil` if nobody says so.
    func document() throws(FaviconError) -> WebURL? {
        try baseURL.map { text throws(FaviconError) in
            guard let url = WebURL(text) else { throw .noURL(text) }
            return url
        }
    }

    /// The encoding of the page, if it is given.
    var encoding: CharacterEncoding? { charset.flatMap { CharacterEncoding(label: $0) } }

    /// Refuses what the web tells of a page by itself.
    func refuseForPagesOnTheWeb() throws(FaviconError) {
        if baseURL != nil {
            throw .optionForFiles("--base-url", because: "the URL of a page says where it is")
        }
        if charset != nil {
            throw .optionForFiles("--charset", because: "the server of a page names its encoding")
        }
        if noFetch {
            throw .optionForFiles("--no-fetch", because: "a page on the web has to be fetched")
        }
    }
}
