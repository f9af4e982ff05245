import DevtoolKit
import Encodings
import Fetching
import SystemPackage
import URLs

struct CheckJob: Sendable {
    let client: any HTTPClient
    let options: SearchOptions
    /// The URL of a page in a file, or of the root folder of the site; `nil` if it is not set.
    var base: WebURL?
    /// The folder of the whole site if only a part is checked; `nil` for the checked folder or that of the page.
    var root: FilePath?
    var encoding: CharacterEncoding?
    var keepsPictures = false

    enum Source: Equatable {
        case folder(FilePath)
        case file(FilePath)
        case web(WebURL, orElse: WebURL?)

        /// Interprets an argument: an existing folder or file, or else a URL or a host.
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

    /// The time limit for a site in multiples of that for a request, so that hanging servers cannot block CI for hours.
    static let times = 10

    func site(_ source: Source) async throws -> AuditedSite {
        switch source {
        case .web(let url, let other): try await site(at: url, orElse: other)
        case .folder(let path): try await site(in: path)
        case .file(let path): try await site(of: path)
        }
    }

    private func site(at url: WebURL, orElse other: WebURL?) async throws -> AuditedSite {
        let loader = SiteLoader(client: client, requests: SearchRequests(options, for: url, times: Self.times))
        var url = url.withoutCredentials
        var page: SitePage
        do { page = try await self.page(at: url, by: loader) } catch FaviconError.unreachable(let error) {
            // The first error is more helpful, because the user did not name the other URL.
            guard error.isOfConnection, let other = other?.withoutCredentials,
                let second = try? await self.page(at: other, by: loader)
            else { throw FaviconError.unreachable(error) }
            (url, page) = (other, second)
        }
        var trail = RefreshTrail(from: url)
        while let next = trail.next(after: page.page) {
            page = try await self.page(at: next.withoutCredentials, by: loader)
        }
        return try await audited([page], by: loader, isURLKnown: true, because: trail.warning)
    }

    private func page(at url: WebURL, by loader: SiteLoader) async throws -> SitePage {
        switch try await loader.resource(at: url, as: .page) {
        case .failed(let error): throw FaviconError.unreachable(error)
        case .late: throw FaviconError.unreachable(.timedOut(url: url.description, during: nil))
        case .elsewhere: throw FaviconError.notFetchable(url.description)
        case .served(let answer):
            let name = answer.url.withoutCredentials.description
            guard (200...299).contains(answer.status) else { throw FaviconError.uncheckedPage(answer.status, of: name) }
            guard !answer.isCut else { throw FaviconError.uncheckedLength(of: name) }
            if answer.bytes.isEmpty { throw FaviconError.notAPage(name, type: "") }
            let type = answer.mediaType ?? "text/html"
            guard ["text/html", "application/xhtml+xml"].contains(type) else {
                throw FaviconError.notAPage(name, type: type)
            }
            return SitePage(
                answer.bytes, at: answer.url, named: name,
                transport: answer.headers["Content-Type"].flatMap { CharacterEncoding(contentType: $0) },
                isXML: XHTMLPage.isXML(type), refresh: answer.headers["Refresh"].flatMap { MetaRefresh($0) },
                policies: answer.headers.values(of: "Content-Security-Policy"))
        }
    }

    private func site(in path: FilePath) async throws -> AuditedSite {
        let part = try root.map { try path.below($0) } ?? path
        let folder = try folder(root ?? path)
        let files = try folder.pages(in: part)
        if files.isEmpty { throw FaviconError.noPages(path) }
        return try await site(of: files.map { ($0, folder.url(of: $0)) }, in: folder)
    }

    private func site(of path: FilePath) async throws -> AuditedSite {
        // Reading from a pipe could block, or consume it.
        if (try? path.stat()) != nil, !path.isRegularFile { throw FaviconError.notAFile(path) }
        if let root {
            let folder = try folder(root)
            let file = try path.below(root)
            return try await site(of: [(file, folder.url(of: file))], in: folder)
        }
        let folder = try folder(path.containingFolder)
        let url = base ?? folder.url(of: path)
        return try await site(of: [(path, url)], in: SiteFolder(folder.root, at: url ?? folder.base))
    }

    private func site(of files: [(path: FilePath, url: WebURL?)], in folder: SiteFolder) async throws -> AuditedSite {
        var (folder, pages, path) = (folder, try pages(of: files), String?.none)
        // If the site's URL is not set, infer its path from the pages, provided that fewer files are missing then.
        let references = Self.references(of: pages)
        if base == nil, let found = folder.path(missingFrom: references),
            let other = folder.base.resolving(found).map({ SiteFolder(folder.root, at: $0) })
        {
            let moved = try self.pages(of: files.map { ($0.path, other.url(of: $0.path)) })
            if other.missingCount(of: Self.references(of: moved)) < folder.missingCount(of: references) {
                (folder, pages, path) = (other, moved, found)
            }
        }
        let loader = SiteLoader(client: folder, requests: SearchRequests(options, for: nil))
        let site = try await audited(pages, by: loader, isURLKnown: base != nil, below: path)
        if let hosts = site.hostsElsewhere {
            throw FaviconError.nothingBelow(
                base == nil ? nil : folder.base.withoutCredentials.description, hosts: hosts.sorted())
        }
        return site
    }

    private func pages(of files: [(path: FilePath, url: WebURL?)]) throws -> [SitePage] {
        var pages: [SitePage] = []
        for (path, url) in files {
            guard let url else { continue }
            try Task.checkCancellation()
            let (bytes, isWhole) = try path.beginning(IconFinder.pageLimit)
            guard isWhole else { throw FaviconError.uncheckedLength(of: path.string) }
            if files.count == 1, let type = SiteFolder.typeOfOther(than: bytes, in: path) {
                throw FaviconError.notAPage(path.string, type: type)
            }
            pages.append(SitePage(bytes, at: url, named: path.string, transport: encoding, isXML: path.isOfXHTML))
        }
        return pages
    }

    private static func references(of pages: [SitePage]) -> [WebURL] {
        Array(
            Set(
                pages.flatMap { page in
                    page.page.icons.compactMap { icon -> WebURL? in
                        if case .web(let url) = icon.target { url } else { nil }
                    } + [page.page.manifest].compactMap(\.self)
                }))
    }

    private func audited(
        _ pages: [SitePage], by loader: SiteLoader, isURLKnown: Bool, because warning: String? = nil,
        below path: String? = nil
    ) async throws -> AuditedSite {
        if let page = pages.first, pages.allSatisfy(\.page.isLeft) {
            throw FaviconError.uncheckedRefresh(of: page.text.name, because: warning)
        }
        let budget = LookBudget(bytes: keepsPictures ? CheckSheet.pictureLimit : 0)
        return try await AuditedSite(pages, by: loader, isURLKnown: isURLKnown, budget: budget, path: path)
    }

    private func folder(_ path: FilePath) throws(FaviconError) -> SiteFolder {
        guard let url = base?.withSlash ?? WebURL(SiteFolder.unknownBase) else { throw .noURL(SiteFolder.unknownBase) }
        return SiteFolder(path, at: url)
    }
}

extension FilePath {
    /// The path, rewritten to start with the folder as the user wrote it; throws if it is not below the folder.
    fileprivate func below(_ folder: FilePath) throws(FaviconError) -> FilePath {
        guard let root = folder.resolved else { throw .noInput(folder, .noSuchFileOrDirectory) }
        guard var path = resolved else { throw .noInput(self, .noSuchFileOrDirectory) }
        guard path.removePrefix(root) else { throw .notBelow(self, root: folder) }
        return folder.pushing(path)
    }
}
