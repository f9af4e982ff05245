import DevtoolKit
import SystemPackage

/// The place where a file is or will be put: where links lead to, whatever the path's spelling.
///
/// Two names of one file (hard links) are two places: what is written takes the place of one of them only.
private struct FilePlace: Hashable {
    /// The folder; nil for one that is not there yet.
    private let folder: FileIdentity?
    /// The name in it, or the whole path.
    private let name: String

    init(_ path: FilePath) {
        let target = (try? path.followingLinks()) ?? path
        let parent = target.containingFolder
        let status = try? (parent.isEmpty ? "." : parent).stat()
        folder = status.map(FileIdentity.init)
        let whole = target.lexicallyNormalized().string
        name = folder == nil ? whole : target.lastComponent?.string ?? whole
    }
}

/// Looks, before anything is written, whether each file that a job writes has a place of its own.
struct OutputPlaces {
    private enum Use { case output(of: String), backup, journal }

    private var inputs: [FilePlace: String] = [:]
    private var uses: [FilePlace: Use] = [:]
    private let job: BoardJob

    /// - Throws: ``CardsError``, ``JournalError``.
    static func check(_ files: [BoardFile], of job: BoardJob) throws {
        var places = OutputPlaces(job)
        for file in files { places.takeInput(file) }
        for file in files { try places.takeOutputs(of: file, isAlone: files.count == 1) }
        if let journal = job.journal, job.rule.action == .number {
            try places.take(journal, as: .journal)
        }
    }

    private init(_ job: BoardJob) { self.job = job }

    private mutating func takeInput(_ file: BoardFile) {
        switch file.place {
        case .file(let path), .archive(let path, _): inputs[FilePlace(path)] = file.name
        case .standardInput, .web: break
        }
    }

    private mutating func takeOutputs(of file: BoardFile, isAlone: Bool) throws {
        switch job.target {
        case .inPlace(let suffix?):
            guard let path = file.path else { return }
            let original = (try? path.followingLinks()) ?? path
            try take(original.named(withSuffix: suffix), as: .backup)
        case .folder(let folder) where job.export?.format == .markdown:
            if !isAlone { try take(folder.folder(for: file), as: .output(of: file.name)) }
        case .file, .folder:
            guard let path = job.target.path(for: file) else { return }
            try take(path, as: .output(of: file.name))
        case .inPlace, .standardOutput, .check, .diff: break
        }
    }

    private mutating func take(_ path: FilePath, as use: Use) throws {
        let place = FilePlace(path)
        let input = inputs[place]
        let isInPlace = if case .inPlace = job.target { true } else { false }
        switch (use, input, uses.updateValue(use, forKey: place)) {
        case (.output(let name), let input?, _):
            // That is as with '--in-place', which somebody may have meant.
            if input != name || job.export != nil { throw CardsError.inputIsOutput(input) }
        case (.backup, let input?, _): throw CardsError.inputIsBackup(input)
        case (.output(let name), nil, .output(let other)?):
            throw CardsError.sameOutput(other, name, output: path.string)
        case (.journal, _, .backup?): throw JournalError.isBackup(path)
        case (.journal, _, .some): throw JournalError.isOutput(path)
        case (.journal, .some, nil) where isInPlace: throw JournalError.isOutput(path)
        default: break
        }
    }
}
