import DevtoolKit
import SystemPackage

/// The file that a journal is in.
struct JournalFile: Sendable {
    /// Where it is.
    let path: FilePath
    /// Where what comes from a pipe is kept while it is read.
    let temporaryFolder: FilePath

    /// Reads the journal.
    ///
    /// - Throws: ``JournalError``, ``FileError``.
    func read() throws -> Journal {
        var input = try BoardInput(path, temporaryFolder: temporaryFolder)
        let scanner: JournalScanner
        do {
            scanner = try input.scan(JournalScanner())
        } catch CardsError.malformed(let error, let location, _) {
            throw JournalError.malformed(error, at: location)
        }
        guard scanner.kind == JournalScanner.mark else { throw JournalError.noJournal(path) }
        guard scanner.schema == Journal.schema else { throw JournalError.otherSchema(path) }
        guard let journal = scanner.journal else { throw JournalError.damaged(path) }
        return journal
    }

    /// Makes sure that nothing is lost when the journal of a run on an input is written here.
    ///
    /// What is there already stays: another journal may be all there is to undo another run. Only that of
    /// a run on the very same input may be replaced, which was killed or whose output is made anew.
    func checkIsFree(forRunOn input: Fingerprint) throws {
        guard (try? path.stat(followTargetSymlink: false)) != nil else { return }
        guard (try? read())?.input == input else { throw JournalError.isThere(path) }
    }

    /// Writes the journal, with the owner and mode of a file; as any new file where there is none.
    func write(_ journal: Journal, keeping status: Stat?) throws {
        let file = try AtomicFile(replacing: path, keeping: status)
        try journal.write { try file.write($0) }
        try file.commit()
    }
}
