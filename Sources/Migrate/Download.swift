import Fetching
import SystemPackage

/// A file on a server, to be saved here.
struct Download {
    /// Its http or https URL.
    let url: String

    /// Saves it; redirects are followed, and any answer but success is an error.
    ///
    /// - Throws: ``MigrateError`` when the server does not give it, an `Errno` when it cannot be written.
    func save(to path: FilePath, with client: some HTTPClient = CurlHTTPClient()) async throws {
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        let response: HTTPResponse
        do {
            defer { try? file.close() }
            var request = HTTPRequest(url, deadline: .now + .seconds(1800))
            // The checksum is that of the archive as it is stored.
            request.acceptsCompression = false
            response = try await client.fetch(request, into: Saved(file: file)).response
        } catch let error as FetchError {
            throw MigrateError.downloadFailed("\(error)", hint: error.hint)
        }
        guard response.isSuccess else {
            throw MigrateError.downloadFailed(
                "\(url): the server answered \(response.status)", hint: nil)
        }
    }

    /// A body on its way into a file.
    private struct Saved: BodyConsumer {
        let file: FileDescriptor

        mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
            try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
            return .more
        }
    }
}
