import DevtoolKit
import Fetching
import SystemPackage
import URLs

/// Downloads attachments into a folder, and keeps files that already exist.
struct AttachmentFetch {
    private let folder: FilePath
    private let api: WebURL
    private let timeout: Duration
    private let credentials: TrelloCredentials?
    private let pacer: RequestPacer
    private let context: Context

    /// Trello allows 250 MB.
    static let sizeLimit = 1 << 30
    /// The minimum limit for a body, which applies even if the export states a smaller size, because the body may be an
    /// error message.
    static let smallestLimit = 1 << 20
    private static let width = 4

    init(to folder: FilePath, pacedBy pacer: RequestPacer, in context: Context) async throws {
        let access = BoardAccess(try context.configurationOrDefaults().section(of: CardsCommand.self))
        (self.folder, self.pacer, self.context) = (folder, pacer, context)
        (api, timeout) = (access.api, access.timeout)
        credentials = try await access.credentials(in: context)
    }

    /// Downloads the files; a failure does not stop the others.
    func run(_ files: [AttachmentFile]) async throws -> AttachmentTally {
        try await context.console.withProgress("Downloading attachments") { progress in
            var tally = AttachmentTally(folder: folder)
            var next = files.startIndex
            try await withThrowingTaskGroup(of: (Int, AttachmentOutcome).self) { group in
                var running = 0
                while next < files.endIndex || running > 0 {
                    while next < files.endIndex, running < Self.width {
                        let index = next
                        group.addTask { (index, try await outcome(of: files[index])) }
                        (next, running) = (next + 1, running + 1)
                    }
                    guard let (index, outcome) = try await group.next() else { break }
                    running -= 1
                    tally.take(outcome, at: index)
                    progress.update("Downloading attachments: \(tally.count) of \(files.count)")
                }
            }
            return tally
        }
    }

    private func outcome(of file: AttachmentFile) async throws -> AttachmentOutcome {
        do {
            let path = try folder.filling(file.path)
            if try isThere(path, file.attachment) { return .wasThere }
            try await fetch(file, to: path)
            return .downloaded
        } catch let error as any DiagnosableError { return .failed(error) }
    }

    /// Whether the file was downloaded before: downloads are atomic, so a file that exists is complete.
    ///
    /// - Throws: ``Problem`` if its size differs from the export's, because it is then the user's own file.
    private func isThere(_ path: FilePath, _ attachment: CardAttachment) throws -> Bool {
        guard let status = try? path.stat(followTargetSymlink: false) else { return false }
        if let wanted = attachment.size, status.type == .regular, status.size != Int64(wanted) {
            throw Problem(
                .cannotCreate,
                "\(path): already exists and is \(status.size) bytes, but the export lists \(wanted); not overwritten",
                hint: "move or rename the file to download the attachment")
        }
        return status.type == .regular
    }

    private func fetch(_ file: AttachmentFile, to path: FilePath) async throws {
        let name = path.string
        guard var request = request(for: file.attachment) else {
            throw Problem(.badData, "\(name): the attachment's URL is not in Trello's file storage")
        }
        request.headers.append(("User-Agent", "devtool/\(devtoolVersion)"))
        request.deadline = pacer.deadline(timeout, from: context.clock.now)
        let output = try AtomicFile(replacing: path)
        let limit = min(max(file.attachment.size ?? .max, Self.smallestLimit), Self.sizeLimit)
        let size = try await fetch(request, called: name, into: output.writer, limit: limit)
        if let wanted = file.attachment.size, wanted != size {
            throw Problem(.badData, "\(name): received \(size) bytes, but the export lists \(wanted)")
        }
        try output.commit()
    }

    private func fetch(_ request: HTTPRequest, called name: String, into file: AtomicFileWriter, limit: Int)
        async throws -> Int
    {
        let body: BodyFile = try await BoardAnswer.body(of: request, on: context.clock) { tries in
            if tries > 1 { try file.restart() }
            if !request.originHeaders.isEmpty { try await pacer.wait(for: request, on: context.clock) }
            do {
                let body = BodyFile(limit: limit) { try file.write($0) }
                return try await context.httpClient.fetch(request, into: body)
            } catch is BodyFile.TooLarge {
                let most = limit == Self.sizeLimit ? "\(limit >> 20) MiB" : "the size in the export"
                throw Problem(.badData, "\(name): larger than \(most)")
            }
        } failure: {
            Problem($0.exitStatus, "\(name): \($0.shown)", hint: $0.hint)
        } refusal: { response, _, tries in
            let answer = BoardAnswer(response)
            let pause = try? answer.pause(afterTries: tries, of: request, for: name, at: context.clock.now)
            guard let pause else {
                throw Problem(
                    answer.exitStatus, "\(name): \(answer.sentence)",
                    hint: [401, 403].contains(answer.status)
                        ? "attachments need 'key' and 'token' under 'cards' in devtool.yml" : nil)
            }
            return pause
        }
        return body.count
    }

    /// The request for an attachment; `nil` if its URL is not in Trello's file storage.
    ///
    /// Only the API gets the credentials. Trello's pages give `trello.com` URLs, which need a browser's cookies; the
    /// API serves the same files at the same paths.
    func request(for attachment: CardAttachment) -> HTTPRequest? {
        guard let url = WebURL(attachment.url) else { return nil }
        let isTrello = ["trello.com", "www.trello.com", "api.trello.com"].contains(url.host)
        if isTrello && url.scheme == .https || url.hasOrigin(of: api) {
            guard url.path.hasPrefix("/1/cards/"), let credentials else { return HTTPRequest("\(url)") }
            var request = HTTPRequest(api.resource(url.path))
            request.originHeaders = [("Authorization", credentials.authorization)]
            return request
        }
        // Files from before 2021 are stored here, and need no credentials.
        let isOld = url.host == "trello-attachments.s3.amazonaws.com" && url.scheme == .https
        return isOld ? HTTPRequest("\(url)") : nil
    }
}

enum AttachmentOutcome: Sendable {
    case downloaded
    case wasThere
    case failed(any DiagnosableError)
}

struct AttachmentTally {
    let folder: FilePath
    private var downloaded = 0
    private var wereThere = 0
    private var errors: [Int: any DiagnosableError] = [:]

    init(folder: FilePath) { self.folder = folder }

    mutating func take(_ outcome: AttachmentOutcome, at index: Int) {
        switch outcome {
        case .downloaded: downloaded += 1
        case .wasThere: wereThere += 1
        case .failed(let error): errors[index] = error
        }
    }

    var count: Int { downloaded + wereThere + errors.count }

    private var failures: [any DiagnosableError] { errors.sorted { $0.key < $1.key }.map(\.value) }

    var diagnostics: [Diagnostic] { failures.flatMap(\.diagnostics) }

    var failure: ExitStatus? { failures.first?.exitStatus }

    var summary: String {
        var parts = ["\(downloaded.counted("attachment")) downloaded"]
        if wereThere > 0 { parts.append("\(wereThere) already there") }
        if !errors.isEmpty { parts.append("\(errors.count) failed") }
        return "\(folder.string): " + parts.joined(separator: ", ")
    }
}
