/// What a ``LoopbackServer`` answers for a path, be it good HTTP or bad.
package struct CannedResponse: Sendable {
    /// The pause before each piece of the body; none if `nil`.
    private(set) var pause: Duration?
    /// How many bytes a piece has.
    private(set) var pieceLength = 1
    /// The pause before the answer.
    private(set) var delay = Duration.zero
    /// Whether the connection is kept for another request.
    private(set) var keepsConnection = false
    /// Whether nothing follows, and the connection stays open until the client closes it.
    private(set) var holdsConnection = false
    /// Whether a part of the body is given where one is asked for.
    private(set) var givesParts = false

    private let start: [String]
    private let body: [UInt8]

    private init(status: String, fields: [String], body: [UInt8]) {
        start = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        self.body = body
    }

    /// The bytes that are sent, head and body, or of the body so many as are asked for.
    func bytes(range length: Int?) -> [UInt8] {
        if givesParts, let length { return part(length).bytes }
        return bytes
    }

    /// The answer with the beginning of the body (RFC 9110, section 15.3.7).
    private func part(_ length: Int) -> CannedResponse {
        let part = body.prefix(length)
        let range = "Content-Range: bytes 0-\(part.count - 1)/\(body.count)"
        return CannedResponse(status: "206 Partial Content", fields: start.dropFirst(2) + [range], body: Array(part))
    }

    private var bytes: [UInt8] {
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

    /// The same answer, after which nothing happens until the client closes the connection.
    package var held: CannedResponse {
        var response = self
        response.holdsConnection = true
        return response
    }

    /// The same answer of a server that gives a part of the body where one is asked for.
    package var inParts: CannedResponse {
        var response = self
        response.givesParts = true
        return response
    }

    /// The same answer, its body in pieces.
    package func paced(every pause: Duration, inPiecesOf length: Int) -> CannedResponse {
        var response = self
        response.pause = pause
        response.pieceLength = length
        return response
    }

    /// A web page.
    package static func html(_ text: String, status: String = "200 OK") -> CannedResponse {
        CannedResponse(status: status, fields: ["Content-Type: text/html"], body: Array(text.utf8))
    }

    /// Any body, with header fields as `Name: value`.
    package static func body(_ bytes: [UInt8], status: String = "200 OK", fields: [String] = []) -> CannedResponse {
        CannedResponse(status: status, fields: fields, body: bytes)
    }

    /// A line of text with any status, and header fields as `Name: value`.
    package static func text(_ text: String, status: String, fields: [String] = []) -> CannedResponse {
        CannedResponse(status: status, fields: ["Content-Type: text/plain"] + fields, body: Array(text.utf8))
    }

    /// A redirect to another URL, absolute or relative.
    package static func redirect(to location: String, fields: [String] = []) -> CannedResponse {
        CannedResponse(status: "302 Found", fields: ["Location: \(location)"] + fields, body: [])
    }

    /// A web page that comes byte by byte.
    package static func drip(_ text: String, every pause: Duration) -> CannedResponse {
        html(text).paced(every: pause, inPiecesOf: 1)
    }

    /// Bytes that are sent as they are, whether they are HTTP or not.
    package static func raw(_ text: String) -> CannedResponse { CannedResponse(bytes: Array(text.utf8)) }

    /// Bytes that are sent as they are.
    package static func raw(_ bytes: [UInt8]) -> CannedResponse { CannedResponse(bytes: bytes) }

    private init(bytes: [UInt8]) {
        start = []
        body = bytes
    }
}

extension CannedResponse: CustomStringConvertible {
    /// The beginning, for the names of tests.
    package var description: String { String(decoding: bytes.prefix(80), as: UTF8.self).debugDescription }
}
