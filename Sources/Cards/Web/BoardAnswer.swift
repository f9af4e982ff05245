import Fetching

/// What a server answers that gives no board.
struct BoardAnswer: Sendable, Equatable {
    /// The status, as 404.
    let status: Int
    /// What the server says about it.
    let words: String?
    /// How long it asks to wait; nil if it does not say.
    let pause: Duration?

    /// Takes a response and what its body says.
    init(_ response: HTTPResponse, words: String? = nil) {
        status = response.status
        pause = response.retryAfter
        self.words = words
    }

    /// Whether the same request may do later: there were too many of them, or the server says when.
    var asksToWait: Bool { status == 429 || status == 503 && pause != nil }

    /// The answer in a sentence.
    var sentence: String {
        "the server answered \(status)" + (words.map { ": \($0)" } ?? "")
    }
}
