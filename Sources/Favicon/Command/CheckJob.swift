import DevtoolKit
import Encodings
import Fetching
import SystemPackage
import URLs

/// Checks the icons of a site: a page on the web, or a built site in a folder.
struct CheckJob: Sendable {
    /// What fetches a page on the web.
    let client: any HTTPClient
    /// How it is fetched.
    let options: SearchOptions
    /// Where a page in a file is on the web, or a folder; `nil` if nobody says so.
    var base: WebURL?
    /// The encoding of pages in files, if it is given.
    var encoding: CharacterEncoding?

    /// What a site is, as an argument names it.
    enum Source: Equatable {
        case folder(FilePath)
        case file(FilePath)
        case web(WebURL, orElse: WebURL?)

        /// Tells what an argument names: a folder or a file if there is one, or else a URL or a host.
        ///
        /// - Throws: ``FaviconError``.
        init(_ argument: String, at path: FilePath) throws(FaviconError) {
            if !argument.contains("://"), path.isDirectory {
                self = .folder(path)
                return
            }
            switch try IconSource(argument, at: path) {
            case .standardInput: throw .checkOfStandardInput
            case .file(let path): self = .file(path)
            case .web(let url, let other): self = .web(url, orElse: other)
            }
        }
    }

    /// Looks at a site.
    ///
    /// - Throws: ``FaviconError``, `CancellationError`.
    func site(_ source: Source) async throws -> AuditedSite {
        switch source {
        case .web(let url, let other): try await site(at: url, orElse: other)
        case .folder(let path): try await site(in: path)
        case .file(let path): try await site(of: path)
        }
    }

    private func site(at url: WebURL, orElse other: WebURL?) async throws -> AuditedSite {
        let loader = SiteLoader(client: client, requests: SearchRequests(options, for: url))
        var resource = try await loader.resource(at: url.withoutCredentials, as: .page)
        if let other, case .failed(let error) = resource, error.isOfConnection {
            let second = try await loader.resource(at: other.withoutCredentials, as: .page)
            // The first error tells more: nobody asked for the other URL.
            if case .served = second { resource = second }
        }
        switch resource {
        case .failed(let error): throw FaviconError.unreachable(error)
        case .elsewhere: throw FaviconError.notFetchable(url.description)
        case .served(let answer):
            let name = answer.url.withoutCredentials.description
            guard (200...299).contains(answer.status) else {
                throw FaviconError.uncheckedPage(answer.status, of: name)
            }
            let type = answer.headers["Content-Type"]
            let kind = type?.lowercased().prefix { $0 != ";" && $0 != " " } ?? ""
            guard !answer.isCut else { throw FaviconError.uncheckedLength(of: name) }
            if answer.bytes.isEmpty { throw FaviconError.notAPage(name, type: "") }
            guard ["", "text/html", "application/xhtml+xml"].contains(kind) else {
                throw FaviconError.notAPage(name, type: String(kind))
            }
            let page = SitePage(
                answer.bytes, at: answer.url, named: name,
                transport: type.flatMap { CharacterEncoding(contentType: $0) })
            return try await AuditedSite([page], by: loader, isURLKnown: true) {
                $0.withoutCredentials.description
            }
        }
    }

    private func site(in path: FilePath) async throws -> AuditedSite {
        let folder = SiteFolder(path, at: try url(of: path, isFolder: true))
        let files: [FilePath]
        do {
            files = try folder.pages()
        } catch {
            throw FaviconError.tooManyFiles(path, limit: SiteFolder.fileLimit)
        }
        if files.isEmpty { throw FaviconError.noPages(path) }
        return try await site(of: files.map { ($0, folder.url(of: $0)) }, in: folder)
    }

    private func site(of path: FilePath) async throws -> AuditedSite {
        let url = try url(of: path, isFolder: false)
        let folder = SiteFolder(path.containingFolder, at: url)
        return try await site(of: [(path, url)], in: folder)
    }

    private func site(
        of files: [(path: FilePath, url: WebURL?)], in folder: SiteFolder
    ) async throws -> AuditedSite {
        var pages: [SitePage] = []
        for (path, url) in files {
            guard let url else { continue }
            try Task.checkCancellation()
            do {
                let (bytes, isWhole) = try path.beginning(IconFinder.pageLimit)
                guard isWhole else { throw FaviconError.uncheckedLength(of: path.string) }
                pages.append(
                    SitePage(bytes, at: url, named: path.string, transport: encoding))
            } catch let error as FaviconError {
                throw error
            } catch {
                throw FaviconError.noInput(path, error as? Errno ?? .ioError)
            }
        }
        let loader = SiteLoader(client: folder, requests: SearchRequests(options, for: nil))
        return try await AuditedSite(
            pages, by: loader, isURLKnown: base != nil, named: folder.name)
    }

    /// The URL of a folder, which need not end in a slash, or of a page in a file.
    private func url(of path: FilePath, isFolder: Bool) throws(FaviconError) -> WebURL {
        if let url = base {
            return isFolder ? url.withSlash : url
        }
        let name = isFolder ? "" : path.lastComponent?.string ?? ""
        guard let url = WebURL(SiteFolder.unknownBase)?.resolving(SiteFolder.encoded(name))
        else { throw FaviconError.noURL(SiteFolder.unknownBase) }
        return url
    }
}
