import DevtoolKit
import Fetching
import SystemPackage

/// A file on a server, to be saved here.
struct Download {
    /// Its http or https URL.
    let url: String
    /// The URL for messages, without user and password.
    let shownAs: String

    /// Saves it; redirects are followed, and any answer but success is an error.
    ///
    /// - Throws: ``MigrateError`` when the server does not give it, ``FileError`` when it cannot be
    ///   written.
    func save(to path: FilePath) async throws {
        let response: HTTPResponse
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            defer { try? file.close() }
            var request = HTTPRequest(url, deadline: .now + .seconds(1800))
            // The checksum is that of the archive as it is stored.
            request.acceptsCompression = false
            response = try await CurlHTTPClient().fetch(
                request,
                into: Saved(
                    file: file,
                    excess: .downloadFailed("\(shownAs): it has more than 1 GB", hint: nil))
            ).response
        } catch let error as FetchError {
            throw MigrateError.downloadFailed("\(error)", hint: error.hint)
        } catch let errno as Errno {
            throw FileError.cannotWrite(path.string, errno)
        }
        guard response.isSuccess else {
            throw MigrateError.downloadFailed(
                "\(shownAs): the server answered \(response.status)", hint: nil)
        }
    }

    /// A body on its way into a file.
    private struct Saved: BodyConsumer {
        let file: FileDescriptor
        /// The error of a body that does not end.
        let excess: MigrateError
        var remaining = LiquibaseArchive.sizeLimit

        mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
            remaining -= bytes.byteCount
            guard remaining >= 0 else { throw excess }
            try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
            return .more
        }
    }
}
