import DevtoolKit
import URLs
import Glibc
import JSON
import Synchronization
import SystemPackage

/// The file that a batch appends its results to, and from which the next run learns what is done.
///
/// Each line is an object whose member `url` is the text of the line of the list that it answers. So in
/// the end the file has one line for each of the list, however often the run was killed.
final class ResumeFile: Sendable {
    /// What earlier runs had done, and how that went.
    let earlier: OutcomeTally

    private let path: FilePath
    private let file: Mutex<FileDescriptor?>
    private let done: Mutex<DoneLines>

    /// Opens a file, or creates it, and reads what is done.
    ///
    /// The last line is cut off if a run was killed while it wrote it.
    ///
    /// - Throws: ``BatchError`` when another run has it open, or when it has a line that no run has written;
    ///   ``FileError``. Then it is unchanged.
    init(_ path: FilePath) throws {
        let file: FileDescriptor
        do {
            try path.followingLinks()
            file = try .open(
                path, .readWrite, options: [.create, .append, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch let errno as Errno {
            throw FileError.cannotCreate(path.string, errno)
        }
        self.path = path
        do {
            // A device such as /dev/full has no end.
            guard try file.stat().type == .regular else { throw BatchError.notFile(path) }
            guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
                throw BatchError.inUse(path)
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

    /// Lets the next run in; nothing can be appended any more.
    func close() {
        file.withLock { file in
            guard let open = file.take() else { return }
            // A child that is just being started has the descriptor, too, and would keep the lock.
            flock(open.rawValue, LOCK_UN)
            try? open.close()
        }
    }

    /// Whether an earlier run has answered a line; to be asked once for each line of the list, as a text
    /// that is there twice has two answers.
    func isDone(_ line: BatchLine) -> Bool {
        done.withLock { $0.remove(WebURL.withoutUserInfo(line.text).utf8) }
    }

    /// Appends whole lines.
    ///
    /// - Throws: ``FileError``.
    func append(_ lines: UnsafeRawBufferPointer) throws {
        do {
            try file.withLock { file in
                guard let file else { throw Errno.badFileDescriptor }
                try file.writeAll(lines)
            }
        } catch let errno as Errno {
            throw FileError.cannotWrite(path.string, errno)
        }
    }
}

extension ResumeFile {
    /// Reads the file from beginning to end, in pieces.
    private struct Reading {
        private(set) var done = DoneLines()
        private(set) var earlier = OutcomeTally()
        /// Where the file is to be cut off; nil where it is not.
        private(set) var end: Int?

        private let path: FilePath
        private var line = Line()
        /// The first line that is not as it should be, which is no error if it is the last.
        private var broken: Line?
        private var number = 0
        private var offset = 0

        init(_ path: FilePath) { self.path = path }

        /// A partially read line.
        private struct Line {
            var start = 0
            var first: UInt8?
            var scanner = JSONScanner(handler: AnswerScanner())
            /// Whether it is not, or not yet, a JSON value.
            var isDamaged = false

            /// Whether a run may have been killed while it wrote this, or the machine lost its power, after
            /// which zeros may be in the place of what was not yet on the disk.
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
                // Safety: `read` stays within the buffer that it is given.
                try file.read(fromAbsoluteOffset: Int64(offset), into: $0)
            }), count > 0 {
                try take(buffer[..<count])
            }
            try finish()
        }

        private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
            var rest = bytes
            while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
                // Something follows a line that is not as it should be.
                if broken != nil { throw BatchError.notAnswer(path, line: number) }
                let end = rest[..<lineEnd]
                line.scan(end.span)
                offset += lineEnd + 1 - rest.startIndex
                rest = rest[(lineEnd + 1)...]
                try endLine()
            }
            if broken != nil, !rest.isEmpty { throw BatchError.notAnswer(path, line: number) }
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
                throw BatchError.notAnswer(path, line: number)
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
                    throw BatchError.notAnswer(path, line: number + 1)
                }
                end = line.start
            }
        }
    }
}

/// Reads of an object written by a batch which line it answers, and how that went.
struct AnswerScanner: JSONHandler {
    /// The text of the line that the object answers; nil where it has no such member.
    private(set) var url: [UInt8]?

    private var depth = 0
    private var key = JSONKey()
    private var text: [UInt8] = []
    private var isReadingKey = false
    private var isReadingURL = false
    /// Whether there is an error, of which the member `exit` is still to come.
    private var hasError = false
    /// The status of the error, in its own writing; empty without an error.
    private var exit: [UInt8] = []

    private static let urlKey = JSONKey("url")
    private static let errorKey = JSONKey("error")
    private static let exitKey = JSONKey("exit")
    private static let noIcon = Array("\(ExitStatus.problemsFound.rawValue)".utf8)

    /// How the search went, which is told by the error that the object has, and by its exit status.
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
        // Of a repeated key the first counts.
        isReadingURL = depth == 1 && key == Self.urlKey && url == nil
        text = []
        return isReadingURL
    }

    mutating func endString() {
        if isReadingURL { url = text }
        isReadingURL = false
    }

    mutating func beginNumber(at offset: Int) -> Bool {
        depth == 2 && key == Self.exitKey && exit.isEmpty
    }

    mutating func content(_ piece: Span<UInt8>) {
        if isReadingKey { return key.append(piece) }
        for index in piece.indices {
            if isReadingURL {
                text.append(piece[index])
            } else {
                exit.append(piece[index])
            }
        }
    }
}

/// The lines that earlier runs have answered, with the number of times.
///
/// Of a text only a number is kept, so that millions of lines fit into memory. That two texts get the
/// same number is a matter of luck, as its seed is another in each run: among ten million lines it
/// happens once in 400,000 runs.
struct DoneLines: Sendable {
    private var counts: [Int: Int32] = [:]

    /// Adds a line that is answered.
    mutating func insert(_ text: some Collection<UInt8>) {
        counts[Self.hash(text), default: 0] += 1
    }

    /// Takes a line out, once; returns whether it was there.
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

/// An error that prevents a batch from starting.
enum BatchError: DiagnosableError, Equatable {
    /// The file to resume has a line that no run has written.
    case notAnswer(FilePath, line: Int)
    /// Another run is writing to the file.
    case inUse(FilePath)
    /// The file to resume is a device or a pipe, which keeps nothing for the next run.
    case notFile(FilePath)

    /// The sentence for the user.
    var diagnostics: [Diagnostic] {
        switch self {
        case .notAnswer(let path, let line):
            [
                Diagnostic(
                    "not a JSON object with the member \"url\"",
                    at: SourceLocation(file: path.string, line: line, column: 1),
                    hint:
                        "--resume requires a file written by an earlier run; this file was not changed"
                )
            ]
        case .inUse(let path): [Diagnostic("another run is writing to '\(path)'")]
        case .notFile(let path):
            [Diagnostic("cannot resume from '\(path)': not a regular file")]
        }
    }

    /// 65 or 73.
    var exitStatus: ExitStatus {
        switch self {
        case .notAnswer: .badData
        case .inUse, .notFile: .cannotCreate
        }
    }
}
