import DevtoolKit
import Fetching
import SystemPackage

/// The search for the icon of one argument: of a page on the web, or of one in a file.
struct IconJob: Sendable {
    /// How pages are searched.
    let options: SearchOptions
    /// What is told of a page in a file.
    let file: FileOptions

    /// What is found for an argument, which names a source.
    ///
    /// - Throws: ``FaviconError`` for a file that cannot be read, or options that are not for the
    ///   source; `CancellationError`. A page that cannot be fetched is reported.
    func report(on source: IconSource, requested argument: String) async throws -> IconReport {
        switch source {
        case .web(let url, let other):
            try file.refuseForPagesOnTheWeb()
            let search = IconSearch(client: CurlHTTPClient(), options: options)
            return try await search.report(on: url, orElse: other, requested: argument)
        case .file(let path):
            return try await report(onFile: path, requested: argument) {
                try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            }
        case .standardInput:
            return try await report(onFile: "<stdin>", requested: "<stdin>") { .standardInput }
        }
    }

    private func report(
        onFile path: FilePath, requested: String, open: () throws -> FileDescriptor
    ) async throws -> IconReport {
        let page = try page(named: path, open: open)
        let search = IconSearch(client: CurlHTTPClient(), options: options)
        return IconReport(
            of: try await search.finding(in: page), requested: requested, name: path.string)
    }

    private func page(
        named path: FilePath, open: () throws -> FileDescriptor
    ) throws(FaviconError) -> Page {
        let document = try file.document()
        do {
            let descriptor = try open()
            return try descriptor.closeAfter {
                try IconFinder(reading: descriptor, transport: file.encoding)
            }.page(at: document)
        } catch {
            throw .noInput(path, error as? Errno ?? .ioError)
        }
    }
}

extension IconSearch {
    /// What is found for a page on the web, or why it cannot be fetched.
    ///
    /// - Throws: `CancellationError`.
    func report(
        on url: WebURL, orElse other: WebURL?, requested: String
    ) async throws -> IconReport {
        do {
            let finding = try await finding(at: url, orElse: other)
            let name = finding.page.document?.description ?? requested
            return IconReport(
                of: finding, requested: requested, name: WebURL.withoutUserInfo(name))
        } catch let error as FaviconError {
            return IconReport(failed: error, requested: requested)
        }
    }
}
