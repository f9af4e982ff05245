import DevtoolKit
import Fetching
import JSON
import Scanning
import URLs

/// The boards of a Trello workspace, `https://trello.com/w/NAME`.
struct WorkspaceBoards {
    private let name: String
    private let request: HTTPRequest
    private let context: Context

    static let sizeLimit = 16 << 20

    /// Replaces each workspace among the arguments with the URLs of its boards.
    static func expand(_ arguments: [String], in context: Context) async throws -> [String] {
        var expanded: [String] = []
        for argument in arguments {
            guard let workspace = try await WorkspaceBoards(argument, in: context) else {
                expanded.append(argument)
                continue
            }
            expanded += try await workspace.pages()
        }
        return expanded
    }

    private static func workspace(at argument: String) -> String? {
        guard BoardAddress.isURL(argument), let name = WebURL(argument).flatMap({ BoardAddress.page("w", in: $0) }),
            name.utf8.allSatisfy({ ByteSet.alphanumerics.contains($0) || "_-".utf8.contains($0) })
        else { return nil }
        return String(name)
    }

    private init?(_ argument: String, in context: Context) async throws {
        guard let id = Self.workspace(at: argument) else { return nil }
        self.context = context
        name = WebURL(argument)?.withoutDetails.description ?? argument
        let access = BoardAccess(try context.configurationOrDefaults().section(of: CardsCommand.self))
        guard let credentials = try await access.credentials(in: context) else {
            throw Problem(
                .permissionDenied, "\(name): a key and a token are required",
                hint: "set 'key' and 'token' under 'cards' in devtool.yml")
        }
        var request = HTTPRequest(
            access.api.resource("/1/organizations/\(id)/boards?filter=all&fields=name,shortLink"),
            headers: [("Accept", "application/json"), ("User-Agent", "devtool/\(devtoolVersion)")],
            deadline: context.clock.now + access.timeout, byteLimit: Self.sizeLimit)
        request.originHeaders = [("Authorization", credentials.authorization)]
        self.request = request
    }

    private func pages() async throws -> [String] {
        let list = try await list()
        let boards = (try? JSONValue(parsing: list))?.items
        guard let boards else { throw Problem(.badData, "\(name): the server did not respond with a list of boards") }
        var seen: Set<String> = []
        let links = boards.compactMap { $0["shortLink"]?.string }.filter { link in
            BoardAddress.isID(link) && seen.insert(link).inserted
        }
        guard !links.isEmpty else {
            throw Problem(.noInput, "\(name): the token cannot access any boards in the workspace")
        }
        return links.map { "https://trello.com/b/\($0)" }
    }

    private func list() async throws -> [UInt8] {
        try await BoardAnswer.body(of: request, on: context.clock) { _ in
            let (response, body) = try await context.httpClient.fetch(request, into: BodyBytes())
            return (response, body.bytes)
        } failure: {
            .notFetched($0)
        } refusal: { response, _, tries in
            let answer = BoardAnswer(response)
            guard let pause = try answer.pause(afterTries: tries, of: request, for: name, at: context.clock.now) else {
                throw Problem(
                    answer.exitStatus, "\(name): \(answer.sentence)",
                    hint: answer.status == 401
                        ? "the key and the token were rejected: check 'key' and 'token' under 'cards' in devtool.yml"
                        : "check the address and whether the token's owner is in the workspace")
            }
            return pause
        }
    }
}
