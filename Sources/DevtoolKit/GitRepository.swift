import Scanning
import Synchronization
package import SystemPackage

/// A git repository, read with git's own program; nothing in it is changed.
package struct GitRepository {
    package let folder: FilePath
    private let git: FilePath
    private let context: Context
    /// Variables that disable the configured filters, which git would run on files.
    private let withoutFilters: [String: String]

    package init(containing folder: FilePath, in context: Context) async throws {
        guard let git = context.executable(named: "git") else { throw Problem.noTool("git", package: "git") }
        self.git = git
        self.context = context
        let (isDone, output, said) = try await Self.run(git, ["rev-parse", "--show-toplevel"], in: folder, context)
        guard isDone, let line = output.split(separator: UInt8(ascii: "\n")).first else {
            throw Problem(.noInput, "'\(folder)' is not in a readable git repository: \(said)")
        }
        self.folder = FilePath(holding: String(holding: line))
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
    package static func setting(_ name: String, for folder: FilePath, in context: Context) async throws -> String? {
        guard let git = context.executable(named: "git") else { return nil }
        let (isSet, output, _) = try await run(git, ["config", "--get", name], in: folder, context)
        let text = String(decoding: output, as: UTF8.self).trimmed
        return isSet && !text.isEmpty ? text : nil
    }

    /// The common ancestor of HEAD and a commit such as `origin/main`.
    package func base(of name: String) async throws -> String {
        let (isThere, id, _) = try await Self.run(
            git, ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], in: folder, context)
        guard isThere, let commit = Self.lines(id).first else {
            throw Problem(
                .noInput, "commit '\(name)' not found",
                hint: "fetch it, for example with 'git fetch origin main'; by default, CI systems fetch "
                    + "few commits (to fetch all, set fetch-depth: 0 on GitHub or GIT_DEPTH: 0 on GitLab)")
        }
        // A shallow clone may lack a common ancestor.
        let (_, bases, _) = try await Self.run(git, ["merge-base", commit, "HEAD"], in: folder, context)
        return Self.lines(bases).first ?? commit
    }

    /// The files that differ from a commit, new ones among them; those that git ignores do not count.
    package func changedFiles(since commit: String) async throws -> [FilePath] {
        let changed = try await output(
            "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules",
            commit, "--")
        return (Self.parts(changed) + (try await newFiles())).map { folder.pushing(FilePath(holding: $0)) }
    }

    /// The paths of the files that git neither knows nor ignores.
    package func newFiles() async throws -> [String] {
        Self.parts(try await output("ls-files", "-z", "--others", "--exclude-standard"))
    }

    /// What a command prints about the objects that its input names.
    package func objects(_ arguments: String..., named input: String) async throws -> (output: [UInt8], said: String) {
        let (_, output, said) = try await Self.run(git, arguments, in: folder, context, input: input)
        return (output, said)
    }

    package func output(_ arguments: String...) async throws -> [UInt8] {
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

    package static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    package static func parts(_ bytes: [UInt8]) -> [String] { bytes.split(separator: 0).map { String(holding: $0) } }
}

extension Problem {
    package static func noTool(_ tool: String, package: String) -> Problem {
        Problem(.unavailable, "'\(tool)' is required but not installed", hint: "Debian: apt-get install \(package)")
    }
}
