import CCurl
import Dispatch
import Synchronization

/// The client over libcurl, which knows proxies, certificates, compression and HTTP/2.
///
/// A transfer blocks a thread of Dispatch, not one of the few that Swift's tasks share. Cancelling
/// the task ends it within a second.
package struct CurlHTTPClient: HTTPClient {
    /// Creates a client.
    ///
    /// libcurl is opened when the first request needs it.
    package init() {}

    /// Why nothing can be fetched at all: libcurl cannot be opened.
    package static var libraryError: FetchError? {
        // Safety: the string is a constant once libcurl was tried.
        ccurl_load().map { .libraryUnusable(reason: String(cString: $0)) }
    }

    /// The versions of libcurl and of the libraries it uses, that for TLS among them.
    package static func libraryVersion() throws(FetchError) -> String {
        if let libraryError { throw libraryError }
        // Safety: the string is a constant of libcurl.
        return String(cString: ccurl_version())
    }

    /// Why a text is no URL, if it might be one with libcurl, which reads international hosts.
    package static func libraryError(reading text: String) -> FetchError? {
        let namesHost = ["http", "https"].contains(WebURL.scheme(of: text)) || text.hasPrefix("//")
        let isInternational = text.utf8.contains { $0 > 0x7F || $0 == UInt8(ascii: "%") }
        return namesHost && isInternational && WebURL(text) == nil ? libraryError : nil
    }

    package func fetch<Body: BodyConsumer>(
        _ request: HTTPRequest, into body: Body
    ) async throws -> (response: HTTPResponse, body: Body) {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            var body = body
                            let transfer = CurlTransfer(request, cancellation: cancellation)
                            let response = try transfer.perform(into: &body)
                            return (response, body)
                        })
                }
            }
        } onCancel: {
            cancellation.request()
        }
    }
}

/// Tells a transfer on another thread that nobody waits for it any more.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether the transfer is to end.
    var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Asks the transfer to end.
    func request() {
        flag.store(true, ordering: .relaxed)
    }
}
