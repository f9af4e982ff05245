import Fetching
import URLs
import Synchronization

/// The result of inspecting an icon.
enum IconVerdict: Sendable, Equatable {
    /// It is one; with its bytes, if they are kept.
    case icon(IconImage, bytes: [UInt8]?)
    /// It cannot be had.
    case refused(IconRejection)

    /// Whether it is one.
    var isIcon: Bool {
        if case .icon = self { true } else { false }
    }
}

/// Inspects the bytes of an icon, fetching only as many as are needed to identify it.
struct IconInspector: Sendable {
    let client: any HTTPClient
    let requests: SearchRequests
    /// Whether icons are fetched whole and kept.
    let keepsImages: Bool
    /// What is known from other pages; `nil` to ask always.
    let known: KnownVerdicts?

    /// What an icon is.
    func verdict(on target: IconTarget) async -> IconVerdict {
        switch target {
        case .data(let url): verdict(on: url)
        case .web(let url): await verdict(on: url)
        }
    }

    private func verdict(on data: DataURL) -> IconVerdict {
        guard let bytes = data.body else { return .refused(.damagedURL) }
        do throws(IconRejection) {
            return .icon(try IconImage(reading: bytes), bytes: keepsImages ? bytes : nil)
        } catch {
            return .refused(error)
        }
    }

    private func verdict(on url: WebURL) async -> IconVerdict {
        let asker = requests.asker(of: url)
        if let verdict = known?[url, asker] { return verdict }
        do {
            let verdict = try await fetchedVerdict(on: url)
            known?[url, asker] = verdict
            return verdict
        } catch let error as FetchError {
            return .refused(error.isOfAnswer ? .noAnswer(error) : .unreachable(error))
        } catch {
            // Cancelled: nobody wants to know any more.
            return .refused(.missing)
        }
    }

    private func fetchedVerdict(on url: WebURL) async throws -> IconVerdict {
        guard !keepsImages else {
            return try await fetch(requests.image(url)).verdict
        }
        let part = try await fetch(requests.image(url, range: SearchOptions.imageRange))
        return part.mayHideMore ? try await fetch(requests.image(url)).verdict : part.verdict
    }

    private func fetch(_ request: HTTPRequest) async throws -> FetchedImage {
        let (response, body) = try await client.fetch(request, into: ImageBody(isKept: keepsImages))
        return FetchedImage(response: response, body: body)
    }
}

/// A server's response for an icon: statuses and content types lie, bytes do not.
private struct FetchedImage {
    let response: HTTPResponse
    var body: ImageBody

    /// Whether the server may have more, or something else, if it is not asked for a part.
    var mayHideMore: Bool {
        switch response.status {
        // Parts are not to its liking, among them the first of nothing.
        case 400, 416, 501: true
        case 206 where response.headers.tellsThatPartIsWhole: false
        case 206: body.probe.verdict == nil
        // Servers that compress what was not to be compressed say so, and undo it if they may.
        default: body.probe.verdict == .failure(.compressed)
        }
    }

    var verdict: IconVerdict {
        switch response.status {
        case 404, 410: return .refused(.missing)
        case 200...299: break
        default: return .refused(.status(response.status))
        }
        if body.count > SearchOptions.imageLimit {
            return .refused(.tooLarge(limit: SearchOptions.imageLimit))
        }
        var probe = body.probe
        return switch probe.finish() {
        case .success(let image): .icon(image, bytes: body.bytes)
        case .failure(let rejection): .refused(rejection)
        }
    }
}

/// As much of a body as identifies the image, or all of it.
private struct ImageBody: BodyConsumer {
    private(set) var probe = ImageProbe()
    private(set) var bytes: [UInt8]?
    private(set) var count = 0

    init(isKept: Bool) {
        bytes = isKept ? [] : nil
    }

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        // Safety: the bytes are copied before the call that lends them returns.
        let piece = piece.withUnsafeBytes { Array($0) }
        count += piece.count
        bytes?.append(contentsOf: piece)
        return switch probe.receive(piece) {
        case nil: .more
        case .success: bytes == nil ? .enough : .more
        case .failure: .enough
        }
    }
}

extension HTTPHeaders {
    /// Whether the part that came is all there is (RFC 9110, section 14.4).
    fileprivate var tellsThatPartIsWhole: Bool {
        guard let range = self["Content-Range"]?.split(separator: " ").last?.split(separator: "/"),
            range.count == 2, let size = UInt(range[1]),
            let last = range[0].split(separator: "-").last.flatMap({ UInt($0) })
        else { return false }
        // Counted from 0; a server may as well write the largest number that there is.
        return last < size && size - last == 1
    }
}

extension FetchError {
    /// Whether a server answered with something of no use, as where there is no icon.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .tooManyRedirects, .unsupportedScheme, .invalidURL, .invalidRedirect,
            .cutOff, .transferFailed:
            true
        default: false
        }
    }
}

/// The results of inspecting icons, shared by the pages of a site.
///
/// Whoever tells the server something else of himself asks it anew.
///
/// It remembers some thousand, and of more the ones that were asked about last.
final class KnownVerdicts: Sendable {
    private struct Question: Hashable {
        let url: WebURL
        let asker: SearchRequests.Asker
    }

    private let recent: Mutex<RecentValues<Question, IconVerdict>>

    init(limit: Int = 4096) {
        recent = Mutex(RecentValues(limit: limit))
    }

    /// What is known of an icon to who asks so.
    subscript(url: WebURL, asker: SearchRequests.Asker) -> IconVerdict? {
        get { recent.withLock { $0[Question(url: url, asker: asker)] } }
        set { recent.withLock { $0[Question(url: url, asker: asker)] = newValue } }
    }
}
