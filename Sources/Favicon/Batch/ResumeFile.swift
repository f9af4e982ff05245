import DevtoolKit
import URLs
import Glibc
import JSON
import Synchronization
import SystemPackage

/// The file to which a batch appends its results, so that the next run can skip the lines that are done.
///
/// Each line is an object whose member `url` is the text of a line of the list. In the end the file has one line for
/// each line of the list, however often the run was killed.
final class ResumeFile: Sendable {
    let earlier: OutcomeTally

    private let path: FilePath
    private let file: Mutex<FileDescriptor?>
    private let done: Mutex<DoneLines>

    /// Opens or creates a file, reads the finished lines, and removes an incomplete last line of a killed run.
    ///
    /// - Throws: ``Problem`` if another run has it open, or if it has a line that no run has written; ``FileError``.
    ///   The file is unchanged then.
    init(_ path: FilePath) throws {
        let file: FileDescriptor
        do {
            try path.followingLinks()
            file = try .open(
                path, .readWrite, options: [.create, .append, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch let errno as Errno { throw FileError.cannotCreate(path.string, errno) }
        self.path = path
        do {
            // A device such as /dev/full has no end.
            guard try file.stat().type == .regular else {
                throw Problem(.cannotCreate, "cannot resume from '\(path)': not a regular file")
            }
            guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
                throw Problem(.cannotCreate, "another run is writing to '\(path)'")
            }
            var reading = Reading(path)
            try reading.read(file)
            if let end = reading.end { try file.resize(to: Int64(end)) }
            earlier = reading.earlier
            done = Mutex(reading.done)
            self.file = Mutex(file)
        } catch let errno as Errno {
            try? file.close()
            throw FileError.cannotRead(path.string, errno)
        } catch {
            try? file.close()
            throw error
        }
    }

    deinit { close() }

    /// Releases the lock for the next run; nothing can be appended after this.
    func close() {
        file.withLock { file in
            guard let open = file.take() else { return }
            // A child that is being started inherits the descriptor, which would keep the lock.
            flock(open.rawValue, LOCK_UN)
            try? open.close()
        }
    }

    /// Whether an earlier run has answered a line; each call counts, because a line that occurs twice has two answers.
    func isDone(_ line: BatchLine) -> Bool { done.withLock { $0.remove(WebURL.withoutUserInfo(line.text).utf8) } }

    func append(_ lines: UnsafeRawBufferPointer) throws {
        do {
            try file.withLock { file in
                guard let file else { throw Errno.badFileDescriptor }
                try file.writeAll(lines)
            }
        } catch let errno as Errno { throw FileError.cannotWrite(path.string, errno) }
    }
}

extension ResumeFile {
    private struct Reading {
        private(set) var done = DoneLines()
        private(set) var earlier = OutcomeTally()
        /// The offset at which to truncate the file; `nil` to keep all of it.
        private(set) var end: Int?

        private let path: FilePath
        private var line = Line()
        /// The first malformed line, which is an error unless it is the last one.
        private var broken: Line?
        private var number = 0
        private var offset = 0

        init(_ path: FilePath) { self.path = path }

        private struct Line {
            var start = 0
            var first: UInt8?
            var scanner = JSONScanner(handler: AnswerScanner())
            /// Whether the text so far is not a JSON value.
            var isDamaged = false

            /// Whether the line may be incomplete after a kill, or after a power failure, which may leave zeros on the
            /// disk.
            var isFragment: Bool { isDamaged && (first == UInt8(ascii: "{") || first == 0) }

            mutating func scan(_ bytes: Span<UInt8>) {
                if first == nil, !bytes.isEmpty { first = bytes[0] }
                guard !isDamaged else { return }
                do { try scanner.scan(bytes) } catch { isDamaged = true }
            }

            mutating func finish() {
                guard !isDamaged else { return }
                do { try scanner.finish() } catch { isDamaged = true }
            }
        }

        mutating func read(_ file: FileDescriptor) throws {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while case let count = try buffer.withUnsafeMutableBytes({
                // Safety: `read` stays within the buffer.
                try file.read(fromAbsoluteOffset: Int64(offset), into: $0)
            }), count > 0 { try take(buffer[..<count]) }
            try finish()
        }

        private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
            var rest = bytes
            while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
                // A malformed line is followed by another one.
                if broken != nil { throw Problem.notAnswer(path, line: number) }
                let end = rest[..<lineEnd]
                line.scan(end.span)
                offset += lineEnd + 1 - rest.startIndex
                rest = rest[(lineEnd + 1)...]
                try endLine()
            }
            if broken != nil, !rest.isEmpty { throw Problem.notAnswer(path, line: number) }
            let beginning = rest
            line.scan(beginning.span)
            offset += beginning.count
        }

        private mutating func endLine() throws {
            number += 1
            line.finish()
            if line.isFragment {
                broken = line
            } else if !line.isDamaged, let url = line.scanner.handler.url {
                done.insert(url)
                earlier.count(line.scanner.handler.outcome)
            } else {
                throw Problem.notAnswer(path, line: number)
            }
            line = Line()
            line.start = offset
        }

        private mutating func finish() throws {
            if let broken {
                end = broken.start
            } else if line.first != nil {
                line.finish()
                guard line.isFragment || line.scanner.handler.url != nil else {
                    throw Problem.notAnswer(path, line: number + 1)
                }
                end = line.start
            }
        }
    }
}

/// Reads which line an object of a batch's output answers, and its outcome.
struct AnswerScanner: JSONHandler {
    /// The text of the answered line; `nil` if the object has no such member.
    private(set) var url: [UInt8]?

    private var depth = 0
    private var key = JSONKey()
    private var text: [UInt8] = []
    private var isReadingKey = false
    private var isReadingURL = false
    /// Whether the object has an `error`; its member `exit` may still follow.
    private var hasError = false
    /// The digits of the error's exit status; empty without an error.
    private var exit: [UInt8] = []

    private static let urlKey = JSONKey("url")
    private static let errorKey = JSONKey("error")
    private static let exitKey = JSONKey("exit")
    private static let noIcon = Array("\(ExitStatus.problemsFound.rawValue)".utf8)

    var outcome: BatchAnswer.Outcome {
        if !hasError { return .icon }
        return exit == Self.noIcon ? .noIcon : .failed
    }

    mutating func beginObject(at offset: Int) -> Bool {
        guard depth == 0 || depth == 1 && key == Self.errorKey else { return false }
        if depth == 1 { hasError = true }
        depth += 1
        return true
    }

    mutating func endObject(at offset: Int) { depth -= 1 }

    mutating func beginArray(at offset: Int) -> Bool { false }

    mutating func beginKey(at offset: Int) -> Bool {
        key = JSONKey()
        isReadingKey = true
        return true
    }

    mutating func endKey() { isReadingKey = false }

    mutating func beginString(at offset: Int) -> Bool {
        // If a key is repeated, the first value wins.
        isReadingURL = depth == 1 && key == Self.urlKey && url == nil
        text = []
        return isReadingURL
    }

    mutating func endString() {
        if isReadingURL { url = text }
        isReadingURL = false
    }

    mutating func beginNumber(at offset: Int) -> Bool { depth == 2 && key == Self.exitKey && exit.isEmpty }

    mutating func content(_ piece: Span<UInt8>) {
        if isReadingKey { return key.append(piece) }
        for index in piece.indices { if isReadingURL { text.append(piece[index]) } else { exit.append(piece[index]) } }
    }
}

/// The lines that earlier runs have answered, each with its number of occurrences.
///
/// It stores hashes only, so that millions of lines fit into memory. The seed differs in each run. Two of ten million
/// lines collide in one of 400,000 runs.
struct DoneLines: Sendable {
    private var counts: [Int: Int32] = [:]
    mutating func insert(_ text: some Collection<UInt8>) { counts[Self.hash(text), default: 0] += 1 }

    mutating func remove(_ text: some Collection<UInt8>) -> Bool {
        let hash = Self.hash(text)
        guard let times = counts[hash] else { return false }
        counts[hash] = times > 1 ? times - 1 : nil
        return true
    }

    private static func hash(_ text: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        for byte in text { hasher.combine(byte) }
        return hasher.finalize()
    }
}

extension Problem {
    fileprivate static func notAnswer(_ path: FilePath, line: Int) -> Problem {
        Problem(
            .badData, "not a JSON object with the member \"url\"",
            at: SourceLocation(file: path.string, line: line, column: 1),
            hint: "--resume requires a file written by an earlier run; this file was not changed")
    }
}
