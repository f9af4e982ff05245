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
    /// - Throws: ``AttachmentError/isOther(_:_:wanted:)`` if its size differs from the export's, because it is then the
    ///   user's own file.
    private func isThere(_ path: FilePath, _ attachment: CardAttachment) throws -> Bool {
        guard let status = try? path.stat(followTargetSymlink: false) else { return false }
        if let wanted = attachment.size, status.type == .regular, status.size != Int64(wanted) {
            throw AttachmentError.isOther(path.string, Int(status.size), wanted: wanted)
        }
        return status.type == .regular
    }

    private func fetch(_ file: AttachmentFile, to path: FilePath) async throws {
        let name = path.string
        guard var request = request(for: file.attachment) else { throw AttachmentError.foreign(name) }
        request.headers.append(("User-Agent", "devtool/\(devtoolVersion)"))
        request.deadline = pacer.deadline(timeout, from: context.clock.now)
        let output = try AtomicFile(replacing: path)
        let limit = min(max(file.attachment.size ?? .max, Self.smallestLimit), Self.sizeLimit)
        let size = try await fetch(request, called: name, into: output.writer, limit: limit)
        if let wanted = file.attachment.size, wanted != size {
            throw AttachmentError.otherSize(name, size, wanted: wanted)
        }
        try output.commit()
    }

    private func fetch(_ request: HTTPRequest, called name: String, into file: AtomicFileWriter, limit: Int)
        async throws -> Int
    {
        var tries = 0
        while true {
            tries += 1
            let (response, body): (HTTPResponse, AttachmentBody)
            do {
                if !request.originHeaders.isEmpty { try await pacer.wait(for: request, on: context.clock) }
                (response, body) = try await context.httpClient.fetch(
                    request, into: AttachmentBody(file: file, limit: limit))
            } catch let error as FetchError {
                guard case .cutOff = error,
                    let pause = BoardAnswer.pause(afterTries: tries, of: request, at: context.clock.now)
                else { throw AttachmentError.notFetched(name, error) }
                try file.restart()
                try await context.clock.sleep(for: pause)
                continue
            } catch is BodyFile.TooLarge { throw AttachmentError.tooLarge(name, limit) }
            if response.isSuccess { return body.count }
            let answer = BoardAnswer(response)
            let pause = try? answer.pause(afterTries: tries, of: request, for: name, at: context.clock.now)
            guard let pause else { throw AttachmentError.answered(name, answer) }
            try file.restart()
            try await context.clock.sleep(for: pause)
        }
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
        var parts = ["\(downloaded) \(downloaded == 1 ? "attachment" : "attachments") downloaded"]
        if wereThere > 0 { parts.append("\(wereThere) already there") }
        if !errors.isEmpty { parts.append("\(errors.count) failed") }
        return "\(folder.string): " + parts.joined(separator: ", ")
    }
}

struct AttachmentBody: BodyConsumer {
    let file: AtomicFileWriter
    let limit: Int
    private(set) var count = 0

    init(file: AtomicFileWriter, limit: Int) { (self.file, self.limit) = (file, limit) }

    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
        guard bytes.byteCount <= limit - count else { throw BodyFile.TooLarge() }
        // Safety: the closure does not let the bytes escape.
        try bytes.withUnsafeBytes { try file.write($0) }
        count += bytes.byteCount
        return .more
    }
}

enum AttachmentError: DiagnosableError {
    case notFetched(String, FetchError)
    case answered(String, BoardAnswer)
    case otherSize(String, Int, wanted: Int)
    case isOther(String, Int, wanted: Int)
    case tooLarge(String, Int)
    /// The export calls it an upload, but its URL is not in Trello's file storage.
    case foreign(String)

    var diagnostics: [Diagnostic] {
        switch self {
        case .notFetched(let name, let error):
            let reason = error.description { WebURL($0)?.withoutDetails.description ?? WebURL.shown($0) }
            return [Diagnostic("\(name): \(reason)", hint: error.hint)]
        case .answered(let name, let answer):
            let isRefused = [401, 403].contains(answer.status)
            return [
                Diagnostic(
                    "\(name): \(answer.sentence)",
                    hint: isRefused ? "attachments need 'key' and 'token' under 'cards' in devtool.yml" : nil)
            ]
        case .otherSize(let name, let size, let wanted):
            return [Diagnostic("\(name): \(size) bytes came, but the export says \(wanted)")]
        case .isOther(let name, let size, let wanted):
            return [
                Diagnostic(
                    "\(name): a file with \(size) bytes is there, but the export says \(wanted); not changed",
                    hint: "move it away to download the attachment")
            ]
        case .tooLarge(let name, let limit):
            let most = limit == AttachmentFetch.sizeLimit ? "\(limit >> 20) MiB" : "the export says"
            return [Diagnostic("\(name): larger than \(most)")]
        case .foreign(let name): return [Diagnostic("\(name): not at an address where Trello keeps files")]
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .notFetched(_, .timedOut): .timedOut
        case .notFetched(_, .cutOff), .notFetched(_, .transferFailed): .inputOutputError
        case .notFetched: .unavailable
        case .answered(_, let answer):
            switch answer.status {
            case 401, 403, 407: .permissionDenied
            case 404, 410: .noInput
            default: .unavailable
            }
        case .otherSize, .tooLarge, .foreign: .badData
        case .isOther: .cannotCreate
        }
    }
}
