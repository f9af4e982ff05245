import DevtoolKit
import Fetching
import Synchronization
import SystemPackage
import URLs

/// Results on a server with Bazel's HTTP protocol for caches, `GET` and `PUT` of `/ac/KEY` and `/cas/SHA256`.
///
/// Whatever goes wrong at the server is one warning, after which the run continues without it.
final class RemoteCache: Sendable {
    private let address: String
    private let credentials: HTTPCredentials?
    private let token: Secret?
    private let timeout: Duration
    /// In bytes: a larger result would not stay in the cache on this machine.
    private let sizeLimit: Int64
    private let context: Context
    private let state: Mutex<State>

    private struct State {
        var mayRead = true
        var mayWrite: Bool
        var hasWarned = false
    }

    /// In bytes, for an entry of `/ac`.
    private static let entryLimit = 1 << 16

    /// What is wrong with the address of a cache; `nil` if it can be one.
    static func problem(withAddress text: String) -> String? {
        guard let url = WebURL(text) else { return "must be an http or https URL, not \(WebURL.shown(text))" }
        return url == url.withoutDetails ? nil : "must not have a user name, a query or a fragment"
    }

    /// The server of the section `run`, with its secrets; `nil` if there is none, or a secret is missing.
    ///
    /// - Throws: ``ConfigurationError`` if a secret must not be sent there.
    init?(_ section: ConfigurationSection, _ mode: RunMode, in context: Context) async throws {
        guard let text = section[RunSetting.remoteCache], let url = WebURL(text) else { return nil }
        address = url.description + (url.path.hasSuffix("/") ? "" : "/")
        // libcurl counts in milliseconds.
        timeout = min(section[RunSetting.remoteCacheTimeout], .seconds(86_400))
        sizeLimit = mode.cacheSize
        self.context = context
        state = Mutex(State(mayWrite: section[RunSetting.remoteCacheWrite]))
        let (name, password) = (section[RunSetting.remoteCacheUsername], section[RunSetting.remoteCachePassword])
        let token = section[RunSetting.remoteCacheToken]
        if let problem = Self.problem(withSecretsIn: section, for: url) { throw ConfigurationError(problem) }
        do {
            credentials =
                if let name, let password {
                    HTTPCredentials(user: name, password: try await password.resolve(in: context).revealed)
                } else { nil }
            self.token = try await token?.resolve(in: context)
        } catch let error as ConfigurationError {
            // As for one who has no access, such as a fork's job.
            for missing in error.diagnostics {
                context.console.report(Self.warning(address, "not using", missing.message, at: missing.location))
            }
            return nil
        }
    }

    /// What is wrong with the settings together; `nil` if a run can use them, or there is no server.
    static func finding(in section: ConfigurationSection) -> Diagnostic? {
        section[RunSetting.remoteCache].flatMap { WebURL($0) }.flatMap { problem(withSecretsIn: section, for: $0) }
    }

    private static func problem(withSecretsIn section: ConfigurationSection, for url: WebURL) -> Diagnostic? {
        let (name, password) = (RunSetting.remoteCacheUsername, RunSetting.remoteCachePassword)
        let token = RunSetting.remoteCacheToken
        guard let place = section.origin(of: token) ?? section.origin(of: password) ?? section.origin(of: name) else {
            return nil
        }
        let hasPassword = section[password] != nil
        if hasPassword != (section[name] != nil) || hasPassword && section[token] != nil {
            return Diagnostic(
                "'remote-cache-username' and 'remote-cache-password' must be set together, without 'remote-cache-token'",
                at: place.location)
        }
        guard url.scheme == .https || url.isLoopback else {
            return Diagnostic(
                "'run.remote-cache' must be an https URL: otherwise the secret is sent unencrypted",
                at: section.location(of: RunSetting.remoteCache))
        }
        return [password, token].lazy.compactMap { section.misdirection(ofSecret: $0, to: RunSetting.remoteCache) }
            .first
    }

    /// Copies a result from the server into the cache on this machine, and opens it there; `nil` if there is none.
    ///
    /// One that is damaged is reported and counts as missing, so that a run that may write replaces it.
    ///
    /// - Throws: an error on this machine.
    func fetch(_ key: SHA256, of inputs: TaskInputs, into cache: ResultCache, on channel: TaskChannel) async throws
        -> StoredResult?
    {
        guard state.withLock(\.mayRead) else { return nil }
        return try await attempt(on: channel) {
            guard let entry = try await get("ac/\(key)", size: Self.entryLimit, through: cache) else { return nil }
            defer { try? entry.close() }
            try entry.seek(offset: 0, from: .start)
            guard let action = ActionResult(bytes: try entry.bytes(Self.entryLimit)) else {
                throw Failure(reason: "the entry ac/\(key) is not a devtool result")
            }
            let name = "cas/\(action.checksum)"
            guard action.size <= sizeLimit, let content = try await get(name, size: Int(action.size), through: cache)
            else { return nil }
            defer { try? content.close() }
            guard try SHA256.ofFile(content, named: name) == action.checksum else {
                throw Failure(reason: "the content of \(name) does not match its checksum", isOfEntry: true)
            }
            let damage = Failure(reason: "the content of \(name) is not a result of the task", isOfEntry: true)
            try await cache.add(key) { guard try StoredResult.unpack(content, to: $0) else { throw damage } }
            guard var result = try await cache.result(for: key, of: inputs) else { throw damage }
            result.isRemote = true
            return result
        } ?? nil
    }

    /// Sends a result in the cache on this machine to the server: the content before the entry that names it.
    ///
    /// - Throws: an error on this machine.
    func send(_ key: SHA256, of inputs: TaskInputs, from cache: ResultCache, on channel: TaskChannel) async throws {
        guard state.withLock(\.mayWrite) else { return }
        try await attempt(on: channel) {
            guard let content = try await packed(key, of: inputs, from: cache) else { return }
            defer { try? content.close() }
            let size = try content.stat().size
            if size > sizeLimit { return }
            let checksum = try SHA256.ofFile(content, named: "a result")
            let entry = try cache.temporaryFile()
            defer { try? entry.close() }
            try entry.writeAll(ActionResult(checksum: checksum, size: size).bytes)
            try await put(content, as: "cas/\(checksum)")
            try await put(entry, as: "ac/\(key)")
        }
    }

    /// The cache is locked only until this returns.
    private func packed(_ key: SHA256, of inputs: TaskInputs, from cache: ResultCache) async throws -> FileDescriptor? {
        guard let result = try await cache.result(for: key, of: inputs) else { return nil }
        let file = try cache.temporaryFile()
        do {
            try result.pack(into: file)
            return file
        } catch {
            try? file.close()
            throw error
        }
    }

    /// The body of a response in a file; `nil` if the server does not have it.
    private func get(_ name: String, size: Int, through cache: ResultCache) async throws -> FileDescriptor? {
        let file = try cache.temporaryFile()
        do {
            var request = request(for: name, size: size)
            request.byteLimit = size
            let response = try await context.httpClient.fetch(request, into: ReceivedFile(file: file)).response
            if response.status == 404 {
                try file.close()
                return nil
            }
            guard response.status == 200 else { throw Failure.answered(response) }
            guard response.isComplete else {
                throw Failure(reason: "\(name) is larger than \(size) bytes", isOfEntry: name.hasPrefix("cas/"))
            }
            return file
        } catch {
            try? file.close()
            throw error
        }
    }

    private func put(_ file: FileDescriptor, as name: String) async throws {
        let size = Int(try file.stat().size)
        var request = request(for: name, size: size)
        request.upload = (file.rawValue, size)
        request.byteLimit = 0
        let response = try await context.httpClient.fetch(request, into: BodyBytes()).response
        guard response.isSuccess else { throw Failure.answered(response, isOfWriting: true) }
    }

    private func request(for name: String, size: Int) -> HTTPRequest {
        var request = HTTPRequest(address + name, headers: [("User-Agent", "devtool/\(devtoolVersion)")])
        request.deadline = context.clock.now + timeout + .seconds(size / 1_000_000)
        request.redirectLimit = 0
        request.credentials = credentials
        if let token { request.originHeaders = [("Authorization", "Bearer \(token.revealed)")] }
        return request
    }

    /// What is wrong with a server's response.
    private struct Failure: Error {
        let reason: String
        /// Whether the server only does not take results.
        var isOfWriting = false
        /// Whether the server's other results may be right.
        var isOfEntry = false

        static func answered(_ response: HTTPResponse, isOfWriting: Bool = false) -> Failure {
            Failure(reason: "the server responded with status \(response.status)", isOfWriting: isOfWriting)
        }
    }

    /// Does something with the server; `nil` after its failure.
    @discardableResult private func attempt<Value: Sendable>(on channel: TaskChannel, _ work: () async throws -> Value)
        async throws -> Value?
    {
        do { return try await work() } catch let failure as Failure where failure.isOfEntry {
            warn("not using a result from", because: failure.reason, on: channel)
        } catch let failure as Failure {
            giveUp(because: failure.reason, onlyWriting: failure.isOfWriting, on: channel)
        } catch FetchError.timedOut(_, during: .queueing) {
            // Large results of other tasks took the time, which says nothing of the server.
        } catch let error as FetchError {
            // The address is known, and the name of an entry says nothing.
            let text = error.description { _ in "" }
            giveUp(because: text.hasPrefix(": ") ? String(text.dropFirst(2)) : text, on: channel)
        }
        return nil
    }

    /// Does without the server from now on.
    private func giveUp(because reason: String, onlyWriting: Bool = false, on channel: TaskChannel) {
        warn(onlyWriting ? "not writing to" : "not using", because: reason, on: channel)
        state.withLock { state in
            state.mayRead = state.mayRead && onlyWriting
            state.mayWrite = false
        }
    }

    /// Reports the first reason.
    private func warn(_ consequence: String, because reason: String, on channel: TaskChannel) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst { channel.report(Self.warning(address, consequence, reason)) }
    }

    private static func warning(
        _ address: String, _ consequence: String, _ reason: String, at location: SourceLocation? = nil
    ) -> Diagnostic {
        Diagnostic("\(consequence) the remote cache \(address): \(reason)", severity: .warning, at: location)
    }
}

private struct ReceivedFile: BodyConsumer {
    let file: FileDescriptor

    mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
        // Safety: the closure does not let the bytes escape.
        try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
        return .more
    }
}
