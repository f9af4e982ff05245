import DevtoolKit
import Fetching
import SystemPackage
import URLs

/// A file with tasks on the web that `includes` names with its checksum.
///
/// Only `--update-includes` fetches it, into a folder beside the file that includes it.
struct SharedFile {
    let url: WebURL
    let checksum: SHA256

    private static let folder = ".devtool/includes"
    static let hint = "run 'devtool run --update-includes' to fetch it"

    fileprivate var shown: String { WebURL.shown("\(url)") }

    /// Where the file for a namespace is kept, relative to the including file.
    static func path(of namespace: String) -> String { "\(folder)/\(namespace).yml" }

    /// What is wrong with the file that is kept; `nil` if its tasks may be used.
    func problem(with reading: ConfigurationReading, shownAs name: String) -> (message: String, hint: String?)? {
        if let actual = reading.file?.checksum, actual != checksum {
            return ("'\(name)' has the SHA-256 \(actual), not \(checksum)", Self.hint)
        }
        // The checksum does not cover files that it includes, and they are not beside it here.
        if reading.documents["includes"] == nil { return nil }
        return ("'\(name)' is from the web and must not have 'includes'", nil)
    }

    /// Fetches the files of the project that are missing, or have another checksum: all of them, or none.
    ///
    /// - Throws: ``Problem``; ``ConfigurationError`` if a file of the project has errors.
    static func update(in context: Context) async throws {
        var reading = try context.configurationReading()
        var files = TaskFiles(in: context, leavingOutShared: true)
        files.read(reading)
        reading.add(files.findings)
        _ = try reading.configuration
        if files.shared.isEmpty { context.console.say("no included file has a URL") }
        var fetched: [(include: TaskInclude, bytes: [UInt8])] = []
        for include in files.shared {
            guard let file = include.shared else { continue }
            let present = try? include.path.contents(upTo: ConfigurationFile.sizeLimit)
            if present.map({ SHA256(of: $0) }) == file.checksum {
                context.console.say("\(include.shownAs) is up to date")
                continue
            }
            let bytes = try await file.contents(at: include.place.location, in: context)
            let checksum = SHA256(of: bytes)
            guard checksum == file.checksum else {
                throw Problem.otherChecksum(checksum, of: file, at: include.place.location)
            }
            fetched.append((include, bytes))
        }
        for (include, bytes) in fetched {
            let folder = include.path.containingFolder
            try folder.createDirectories()
            // A clone may have links there, which must not lead this write elsewhere.
            let project = folder.containingFolder.containingFolder
            guard folder.resolved == project.resolved?.pushing(FilePath(Self.folder)) else {
                throw Problem(.cannotCreate, "'\(Self.folder)' is a link to another folder")
            }
            include.path.removeFile()
            try include.path.write(bytes, in: .free)
            context.console.say("wrote \(include.shownAs)")
        }
    }

    private func contents(at location: SourceLocation, in context: Context) async throws -> [UInt8] {
        let request = HTTPRequest(
            "\(url)", headers: [("User-Agent", "devtool/\(devtoolVersion)")],
            deadline: context.clock.now + .seconds(60), byteLimit: ConfigurationFile.sizeLimit)
        do {
            let (response, body) = try await context.httpClient.fetch(request, into: BodyBytes())
            guard response.isSuccess else {
                throw Problem.notFetched("\(shown): the server responded with status \(response.status)", at: location)
            }
            guard response.isComplete else {
                throw Problem.notFetched(
                    "\(shown): it is larger than \(ConfigurationFile.sizeLimit >> 20) MiB", at: location)
            }
            return body.bytes
        } catch let error as FetchError { throw Problem.notFetched("\(error)", at: location, hint: error.hint) }
    }
}

extension Problem {
    fileprivate static func notFetched(_ reason: String, at location: SourceLocation, hint: String? = nil) -> Problem {
        Problem(.unavailable, "cannot download \(reason)", at: location, hint: hint)
    }

    fileprivate static func otherChecksum(_ actual: SHA256, of file: SharedFile, at location: SourceLocation) -> Problem
    {
        Problem(
            .badData, "\(file.shown) has the SHA-256 \(actual), not \(file.checksum); nothing was written",
            at: location, hint: "if you trust the file, write sha256: \(actual)")
    }
}
