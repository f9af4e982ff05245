import Changelogs
import DevtoolKit
import Scanning
import Synchronization
import SystemPackage

/// A git repository, read with git's own program; nothing in it is changed.
struct GitRepository {
    let folder: FilePath
    private let git: FilePath
    private let context: Context
    /// Variables that disable the configured filters, which git would run on files.
    private let withoutFilters: [String: String]

    init(containing folder: FilePath, in context: Context) async throws {
        guard let git = context.executable(named: "git") else { throw Problem.noTool("git", package: "git") }
        self.git = git
        self.context = context
        let (isDone, output, said) = try await Self.run(git, ["rev-parse", "--show-toplevel"], in: folder, context)
        guard isDone, let line = output.split(separator: UInt8(ascii: "\n")).first else {
            throw Problem(.noInput, "'\(folder)' is not in a git repository that can be read: \(said)")
        }
        self.folder = FilePath(String(decoding: line, as: UTF8.self))
        let (_, names, _) = try await Self.run(
            git, ["config", "-z", "--name-only", "--get-regexp", #"^filter\."#], in: folder, context)
        // Command-line options cannot set a name that contains '='.
        let first = context.environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
        var variables: [String: String] = [:]
        for (number, name) in Self.parts(names).enumerated() {
            variables["GIT_CONFIG_KEY_\(first + number)"] = name
            variables["GIT_CONFIG_VALUE_\(first + number)"] = name.hasSuffix(".required") ? "false" : ""
            variables["GIT_CONFIG_COUNT"] = "\(first + number + 1)"
        }
        withoutFilters = variables
    }

    /// A git setting; outside of a repository, the user's own.
    static func setting(_ name: String, for folder: FilePath, in context: Context) async throws -> String? {
        guard let git = context.executable(named: "git") else { return nil }
        let (isSet, output, _) = try await run(git, ["config", "--get", name], in: folder, context)
        let text = String(decoding: output, as: UTF8.self).trimmed
        return isSet && !text.isEmpty ? text : nil
    }

    /// The common ancestor of HEAD and a commit such as `origin/main`.
    func base(of name: String) async throws -> String {
        let (isThere, id, _) = try await Self.run(
            git, ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], in: folder, context)
        guard isThere, let commit = Self.lines(id).first else {
            throw Problem(
                .noInput, "there is no commit '\(name)'",
                hint: "fetch it, such as with 'git fetch origin main'; CI systems fetch few "
                    + "commits unless told otherwise (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)")
        }
        // A shallow clone may lack a common ancestor.
        let (_, bases, _) = try await Self.run(git, ["merge-base", commit, "HEAD"], in: folder, context)
        return Self.lines(bases).first ?? commit
    }

    /// The files that have changed since a commit, with their earlier content.
    func files(at commit: String) async throws -> FileOverlay {
        let changed = try await output(
            "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
            "--ignore-submodules", commit, "--")
        let new = try await output("ls-files", "-z", "--others", "--exclude-standard")
        var ids: [(path: String, id: String)] = []
        var contents: [FilePath: [UInt8]?] = [:]
        for path in Self.parts(new) { contents[folder.appending(path)] = .some(nil) }
        let parts = Self.parts(changed)
        for (description, path) in zip(parts, parts.dropFirst()) where description.hasPrefix(":") {
            let words = description.split(separator: " ")
            contents[folder.appending(path)] = .some(nil)
            // Links and submodules have no content.
            if words.count > 2, words[0].hasPrefix(":100") { ids.append((path, String(words[2]))) }
        }
        let wanted = try await readable(ids)
        for (entry, bytes) in zip(wanted, try await blobs(wanted.map(\.id))) {
            contents[folder.appending(entry.path)] = bytes
        }
        return FileOverlay(contents)
    }

    /// The earlier path of a file that git detects as renamed.
    func formerPath(of path: FilePath, since commit: String) async throws -> FilePath? {
        let renames = Self.parts(
            try await output(
                "diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", "--no-ext-diff", "--no-textconv",
                "--ignore-submodules", commit, "--"))
        // Each entry has a status with the similarity, the old name and the new name.
        for index in stride(from: 0, to: renames.count - 2, by: 3) where folder.appending(renames[index + 2]) == path {
            return folder.appending(renames[index + 1])
        }
        return nil
    }

    /// The blobs that do not exceed the size limit of changelog files.
    private func readable(_ ids: [(path: String, id: String)]) async throws -> [(path: String, id: String)] {
        guard !ids.isEmpty else { return [] }
        let (_, output, _) = try await Self.run(
            git, ["cat-file", "--batch-check"], in: folder, context, input: ids.map { $0.id + "\n" }.joined())
        let sizes = Self.lines(output).map { $0.split(separator: " ").last.flatMap { Int($0) } }
        return zip(ids, sizes).compactMap { entry, size in size ?? 0 <= SearchPath.byteLimit ? entry : nil }
    }

    private func blobs(_ ids: [String]) async throws -> [[UInt8]] {
        guard !ids.isEmpty else { return [] }
        let (_, output, said) = try await Self.run(
            git, ["cat-file", "--batch"], in: folder, context, input: ids.map { $0 + "\n" }.joined())
        var rest = output[...]
        var blobs: [[UInt8]] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 3, let size = Int(words[2]), rest.count >= size else { break }
            rest = rest[(end + 1)...]
            blobs.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size + 1)
        }
        guard blobs.count == ids.count else { throw Problem(.unavailable, "'git cat-file --batch' failed: \(said)") }
        return blobs
    }

    func output(_ arguments: String...) async throws -> [UInt8] {
        let (isDone, output, said) = try await Self.run(git, arguments, in: folder, context, variables: withoutFilters)
        guard isDone else { throw Problem(.unavailable, "'git \(arguments[0])' failed: \(said)") }
        return output
    }

    /// Disables programs that a repository's configuration may name; a clone has none, but an unpacked archive may.
    private static let withoutPrograms = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]

    private static func run(
        _ git: FilePath, _ arguments: [String], in folder: FilePath, _ context: Context, input: String? = nil,
        variables: [String: String] = [:]
    ) async throws -> (isDone: Bool, output: [UInt8], said: String) {
        var invocation = Invocation(
            git, ["--no-optional-locks", "-C", folder.string] + withoutPrograms + arguments,
            environment: variables.merging(["LC_ALL": "C"]) { $1 })
        if let input { invocation.input = .secret(Secret(input)) }
        let collected = Mutex((output: [UInt8](), said: [UInt8]()))
        let termination = try await context.processes.run(
            invocation, output: { bytes in collected.withLock { $0.output += bytes } },
            error: { bytes in collected.withLock { $0.said += bytes } })
        let (output, said) = collected.withLock { $0 }
        let line = lines(said).last ?? "\(termination)"
        return (termination == .exited(0), output, line)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func parts(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Problem {
    static func noTool(_ tool: String, package: String) -> Problem {
        Problem(.unavailable, "'\(tool)' is required but not installed", hint: "Debian: apt-get install \(package)")
    }
}
