import DevtoolKit
import SystemPackage

/// The resolved path of a file, which need not exist.
///
/// Hard links are different places, because an atomic write replaces only one of them.
private struct FilePlace: Hashable {
    /// `nil` if the folder does not exist.
    private let folder: FileIdentity?
    private let name: String

    init(_ path: FilePath) {
        let target = (try? path.followingLinks()) ?? path
        let parent = target.containingFolder
        if let status = try? (parent.isEmpty ? "." : parent).stat(), let last = target.lastComponent {
            (folder, name) = (FileIdentity(status), last.string)
        } else {
            (folder, name) = (nil, target.lexicallyNormalized().string)
        }
    }
}

/// Checks that no two files of a job have the same place, before anything is written.
struct OutputPlaces {
    private enum Use { case output(of: String), backup, journal }

    private let job: BoardJob
    private let inputs: [FilePlace: String]
    private var uses: [FilePlace: Use] = [:]

    /// Checks the outputs, backups and journals of a job.
    static func check(_ files: [BoardFile], of job: BoardJob) throws {
        // Several exports in one file are one output.
        let isOne = if case .file = job.target { true } else { false }
        var outputs = (isOne ? Array(files.prefix(1)) : files).compactMap {
            Self.output(of: $0, by: job, isAlone: files.count == 1)
        }
        if let journal = job.journal, job.rule.action == .number {
            outputs += files.map { (journal.path(for: $0), .journal) }
        }
        if outputs.isEmpty { return }
        var places = OutputPlaces(job, inputs: files)
        for (path, use) in outputs { try places.take(path, as: use) }
    }

    private init(_ job: BoardJob, inputs: [BoardFile]) {
        self.job = job
        let named = inputs.compactMap { file -> (FilePlace, String)? in
            switch file.place {
            case .file(let path), .archive(let path, _): (FilePlace(path), file.name)
            case .standardInput, .web: nil
            }
        }
        self.inputs = Dictionary(named) { $1 }
    }

    /// The file to write for an input, unless it replaces the input itself.
    private static func output(of file: BoardFile, by job: BoardJob, isAlone: Bool) -> (FilePath, Use)? {
        switch job.target {
        case .inPlace(let suffix?):
            file.path.map { path in
                let original = (try? path.followingLinks()) ?? path
                return (original.named(withSuffix: suffix), .backup)
            }
        case .folder(let folder) where job.export?.format == .markdown:
            isAlone ? nil : (folder.folder(for: file), .output(of: file.name))
        case .file, .folder: job.target.path(for: file).map { ($0, .output(of: file.name)) }
        case .inPlace, .standardOutput, .check, .diff: nil
        }
    }

    private mutating func take(_ path: FilePath, as use: Use) throws {
        let place = FilePlace(path)
        let input = inputs[place]
        let isInPlace = if case .inPlace = job.target { true } else { false }
        switch (use, input, uses.updateValue(use, forKey: place)) {
        case (.output(let name), let input?, _):
            // An export that names itself as its output works like '--in-place', and may be intended.
            if input != name || job.export != nil { throw Problem.inputIsOutput(input) }
        case (.backup, let input?, _):
            throw Problem(
                .usage, "the backup of another export would replace '\(input)'",
                hint: "choose another suffix with '--backup=SUFFIX', or omit the file")
        case (.output(let name), nil, .output(let other)?):
            throw Problem(
                .usage, "'\(other)' and '\(name)' would both be written to '\(path)'",
                hint: "run the command once per file")
        case (.journal, _, .backup?): throw Problem(.usage, "'\(path)' is both the journal and the backup")
        case (.journal, _, .some): throw Problem.journalIsOutput(path)
        case (.journal, .some, nil) where isInPlace: throw Problem.journalIsOutput(path)
        default: break
        }
    }
}

extension Problem {
    static func inputIsOutput(_ file: String) -> Problem {
        Problem(.usage, "'\(file)' is also the output", hint: "use '--in-place' to replace the file")
    }

    fileprivate static func journalIsOutput(_ path: FilePath) -> Problem {
        Problem(.usage, "'\(path)' is both the journal and the output")
    }
}
