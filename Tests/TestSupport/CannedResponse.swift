/// What a ``LoopbackServer`` answers for a path, be it good HTTP or bad.
package struct CannedResponse: Sendable {
    /// The pause before each byte of the body; none if `nil`.
    let pause: Duration?
    /// The pause before the answer.
    private(set) var delay = Duration.zero
    /// Whether the connection is kept for another request.
    private(set) var keepsConnection = false

    private let start: [String]
    private let body: [UInt8]

    private init(
        status: String, fields: [String], body: [UInt8], pause: Duration? = nil
    ) {
        start = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        self.body = body
        self.pause = pause
    }

    /// The bytes that are sent, head and body.
    var bytes: [UInt8] {
        guard !start.isEmpty else { return body }
        var lines = start
        if !keepsConnection { lines.insert("Connection: close", at: 2) }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// The same answer, later, on a connection that is kept.
    package func kept(after delay: Duration = .zero) -> CannedResponse {
        var response = self
        response.delay = delay
        response.keepsConnection = true
        return response
    }

    /// A web page.
    package static func html(_ text: String, status: String = "200 OK") -> CannedResponse {
        CannedResponse(
            status: status, fields: ["Content-Type: text/html"], body: Array(text.utf8))
    }

    /// Any body, with header fields as `Name: value`.
    package static func body(_ bytes: [UInt8], fields: [String] = []) -> CannedResponse {
        CannedResponse(status: "200 OK", fields: fields, body: bytes)
    }

    /// A line of text with any status, and header fields as `Name: value`.
    package static func text(
        _ text: String, status: String, fields: [String] = []
    ) -> CannedResponse {
        CannedResponse(
            status: status, fields: ["Content-Type: text/plain"] + fields, body: Array(text.utf8))
    }

    /// A redirect to another URL, absolute or relative.
    package static func redirect(to location: String) -> CannedResponse {
        CannedResponse(status: "302 Found", fields: ["Location: \(location)"], body: [])
    }

    /// A web page that comes byte by byte.
    package static func drip(_ text: String, every pause: Duration) -> CannedResponse {
        CannedResponse(
            status: "200 OK", fields: ["Content-Type: text/html"], body: Array(text.utf8),
            pause: pause)
    }

    /// Bytes that are sent as they are, whether they are HTTP or not.
    package static func raw(_ text: String) -> CannedResponse {
        CannedResponse(bytes: Array(text.utf8))
    }

    private init(bytes: [UInt8]) {
        start = []
        body = bytes
        pause = nil
    }
}
