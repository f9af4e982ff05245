import DevtoolKit
import Fetching
import JSON
import SystemPackage

/// Downloads a board's export into a temporary file.
struct BoardFetch {
    private let address: BoardAddress
    private let access: BoardAccess
    private let request: HTTPRequest
    private let pacer: RequestPacer
    private let temporaryFolder: FilePath

    /// In bytes, decompressed; hundreds of times the size of the largest boards.
    static let sizeLimit = 512 << 20
    /// The maximum number of attempts if the server asks to wait.
    static let triesLimit = 3
    /// The pause if the server gives none; Trello limits requests per 10 seconds.
    static let defaultPause = Duration.seconds(10)

    /// Prepares the download of an argument's board.
    ///
    /// - Throws: ``Problem`` if the argument is not a URL to fetch, ``ConfigurationError``.
    init(of argument: String, to temporaryFolder: FilePath, pacedBy pacer: RequestPacer, in context: Context)
        async throws
    {
        address = try BoardAddress(argument)
        self.temporaryFolder = temporaryFolder
        self.pacer = pacer
        access = BoardAccess(try context.configurationOrDefaults().section(of: CardsCommand.self))
        let credentials = address.wantsCredentials(for: access.api) ? try await access.credentials(in: context) : nil
        var request = address.request(to: access.api, with: credentials)
        request.headers += [("Accept", "application/json"), ("User-Agent", "devtool/\(devtoolVersion)")]
        request.deadline = pacer.deadline(access.timeout, from: context.clock.now)
        self.request = request
    }

    /// Downloads the board and its history, with retries, into a file that the caller closes.
    func board(in context: Context) async throws -> FileDescriptor {
        let name = address.name
        return try await context.console.withProgress("Fetching \(name)") { progress in
            let file = try await fetch(request, in: context, progress)
            let history = BoardHistory(
                name: name, page: { try await fetch(actions(before: $0), in: context, progress) },
                temporaryFolder: temporaryFolder
            ) { progress.update("Fetching \(name): \($0) actions") }
            // Without credentials, only Trello's export of public boards is available.
            guard address.boardID != nil, sendsCredentials else { return file }
            do { return try await history.complete(file) } catch let errno as Errno {
                throw Problem.cannotSpool(errno)
            } catch is BodyFile.TooLarge { throw tooLarge } catch is JSONSyntaxError { throw history.incomplete }
        }
    }

    private func actions(before id: String) -> HTTPRequest {
        var request = request
        request.url = address.actionsURL(at: access.api, before: id)
        return request
    }

    private func fetch(_ request: HTTPRequest, in context: Context, _ progress: Progress) async throws -> FileDescriptor
    {
        let name = address.name
        return try await BoardAnswer.body(of: request, on: context.clock) { _ in
            try await attempt(request, in: context) { progress.update("Fetching \(name): \(megabytes($0))") }
        } failure: {
            .notFetched($0)
        } refusal: { response, file, tries in
            let answer = BoardAnswer(response, words: words(of: response, in: file, context.console))
            try? file.close()
            guard let pause = try answer.pause(afterTries: tries, of: request, for: name, at: context.clock.now) else {
                throw Problem.answered(answer, address, sentCredentials: sendsCredentials)
            }
            progress.update("Waiting \(pause.components.seconds) s before retrying \(name)")
            return pause
        }
    }

    private func attempt(_ request: HTTPRequest, in context: Context, report: @escaping @Sendable (Int) -> Void)
        async throws -> (HTTPResponse, FileDescriptor)
    {
        let file = try InputSource.temporaryFile(in: temporaryFolder)
        do {
            if sendsCredentials { try await pacer.wait(for: request, on: context.clock) }
            let body = BodyFile(limit: Self.sizeLimit, report: report) { _ = try file.writeAll($0) }
            return (try await context.httpClient.fetch(request, into: body).response, file)
        } catch {
            try? file.close()
            switch error {
            case is BodyFile.TooLarge: throw tooLarge
            case let errno as Errno: throw Problem.cannotSpool(errno)
            default: throw error
            }
        }
    }

    private var tooLarge: Problem { Problem(.badData, "\(address.name): larger than \(Self.sizeLimit >> 20) MiB") }

    private var sendsCredentials: Bool { !request.originHeaders.isEmpty }

    /// The server's explanation of an error, if it is plain text.
    private func words(of response: HTTPResponse, in file: FileDescriptor, _ console: Console) -> String? {
        guard response.headers["Content-Type"]?.lowercased().contains("html") != true else { return nil }
        // Read more than is shown: a secret that the server repeats must not be cut, because a part of it would be
        // shown.
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Safety: `read` stays within the buffer.
        let count = buffer.withUnsafeMutableBytes { (try? file.read(fromAbsoluteOffset: 0, into: $0)) ?? 0 }
        let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty || line.first == UInt8(ascii: "<")
            ? nil : String(console.hidingSecrets(in: String(decoding: line, as: UTF8.self)).prefix(200))
    }
}

extension Problem {
    static func answered(_ answer: BoardAnswer, _ address: BoardAddress, sentCredentials: Bool) -> Problem {
        // Trello answers 400 to a malformed identifier.
        let status: ExitStatus = answer.status == 400 && address.boardID != nil ? .noInput : answer.exitStatus
        return Problem(
            status, "\(address.name): \(answer.sentence)",
            hint: hint(for: answer, from: address, sentCredentials: sentCredentials))
    }

    /// A hint for an error status of Trello; other servers are unknown.
    private static func hint(for answer: BoardAnswer, from address: BoardAddress, sentCredentials: Bool) -> String? {
        switch answer.status {
        case 401 where sentCredentials:
            "the key and the token were rejected: check 'key' and 'token' under 'cards' in devtool.yml"
        case 403 where sentCredentials, 404 where sentCredentials:
            "check the address and whether the token's owner can see the board"
        case 401 where address.boardID != nil, 403 where address.boardID != nil:
            "the board is private: set 'key' and 'token' under 'cards' in devtool.yml"
        case 404 where address.boardID != nil:
            "check the address; a private board needs 'key' and 'token' under 'cards' in devtool.yml"
        default: nil
        }
    }
}

private func megabytes(_ count: Int) -> String { "\(count / 1_000_000).\(count / 100_000 % 10) MB" }

/// Writes a response's body to a file, so that memory use stays constant.
struct BodyFile: BodyConsumer {
    let limit: Int
    /// Called with the number of bytes so far.
    var report: @Sendable (Int) -> Void = { _ in }
    let write: @Sendable (UnsafeRawBufferPointer) throws -> Void

    private(set) var count = 0

    struct TooLarge: Error {}

    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
        guard bytes.byteCount <= limit - count else { throw TooLarge() }
        // Safety: the closure does not let the bytes escape.
        try bytes.withUnsafeBytes(write)
        count += bytes.byteCount
        report(count)
        return .more
    }
}
