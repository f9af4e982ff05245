import DevtoolKit
import Glibc
import SystemPackage

/// Files by path, in the order of a ``GlobWalk``, with the checksums of their contents.
///
/// It is made of few large arrays, so that those of 10,000 files can be compared and stored as they are.
struct SourceList: Sendable, Equatable {
    /// The paths, one after the other.
    private(set) var paths: [UInt8] = []
    /// Where each path ends.
    private(set) var ends: [UInt32] = []
    /// What each file was when it was looked at.
    private(set) var marks: [FileMark] = []
    /// What was in each file then, as soon as that is known.
    private(set) var checksums: [SHA256] = []

    /// No files.
    init() {}

    /// A list that was stored; nil where the parts do not fit together.
    init?(paths: [UInt8], ends: [UInt32], marks: [FileMark], checksums: [SHA256]) {
        guard ends.count == marks.count, ends.count == checksums.count,
            Int(ends.last ?? 0) == paths.count
        else { return nil }
        var last: UInt32 = 0
        for end in ends {
            if end <= last { return nil }
            last = end
        }
        (self.paths, self.ends, self.marks, self.checksums) = (paths, ends, marks, checksums)
    }

    /// The files that patterns mean, without their checksums, as ``GlobWalk`` finds them.
    ///
    /// - Throws: ``FileError`` for a folder that cannot be read.
    init(of glob: Glob, in directory: FilePath, keepingLinks: Bool = false) throws {
        self = try GlobWalk.walk(glob, in: directory, keepingLinks: keepingLinks, SourceList())
    }

    /// What tells the files' paths and contents from others.
    var checksum: SHA256 {
        var hasher = SHA256Hasher()
        hasher.update("\(ends)")
        paths.withUnsafeBytes { hasher.update($0) }
        checksums.withUnsafeBytes { hasher.update($0) }
        return hasher.finish()
    }

    /// Those of the files that another list has, too; without their checksums.
    func limited(to other: SourceList) -> SourceList { filtered(by: other) { $0 } }

    /// Those of the files that another list lacks; without their checksums.
    func without(_ other: SourceList) -> SourceList {
        other.count == 0 ? self : filtered(by: other) { !$0 }
    }

    private func filtered(by other: SourceList, _ isWanted: (_ isThere: Bool) -> Bool) -> SourceList
    {
        var filtered = SourceList()
        compare(with: other) { index, other in
            guard let index, isWanted(other != nil) else { return }
            filtered.paths += paths[range(at: index)]
            filtered.ends.append(UInt32(truncatingIfNeeded: filtered.paths.count))
            filtered.marks.append(marks[index])
        }
        return filtered
    }

    /// Forgets what was in those files that another list lacks, or has with another mark.
    ///
    /// Whatever is in them from now on, they have changed.
    ///
    /// - Returns: whether this list and the other one are the same.
    mutating func forgetWhatDiffers(from later: SourceList) -> Bool {
        if paths == later.paths, ends == later.ends, marks == later.marks { return true }
        var changed: [Int] = []
        compare(with: later) { index, other in
            guard let index, other.map({ marks[index] != later.marks[$0] }) ?? true else { return }
            changed.append(index)
        }
        for index in changed {
            (marks[index], checksums[index]) = (.ofNone, SHA256(words: SIMD8()))
        }
        return false
    }

    /// How many files there are.
    var count: Int { ends.count }

    /// A file's path, as text for people.
    func path(at index: Int) -> String {
        String(decoding: paths[range(at: index)], as: UTF8.self)
    }

    /// A file's path, as the bytes that it is.
    func bytes(at index: Int) -> [UInt8] { Array(paths[range(at: index)]) }

    /// A file's path from the folder that the patterns begin in, of its bytes, as a name need not be UTF-8.
    func file(at index: Int) -> FilePath {
        (paths[range(at: index)] + [0]).withUnsafeBytes { bytes in
            FilePath(platformString: Array(bytes.bindMemory(to: CChar.self)))
        }
    }

    private func range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// Goes through the files of this list and an earlier one, in their order: each of one of them, or of
    /// both.
    func compare(
        with earlier: SourceList, _ body: (_ index: Int?, _ earlier: Int?) throws -> Void
    ) rethrows {
        if paths == earlier.paths, ends == earlier.ends {
            for index in ends.indices { try body(index, index) }
            return
        }
        var (own, other) = (0, 0)
        while own < count || other < earlier.count {
            let order =
                own == count
                ? 1 : other == earlier.count ? -1 : self.order(of: own, and: other, in: earlier)
            try body(order <= 0 ? own : nil, order >= 0 ? other : nil)
            if order <= 0 { own += 1 }
            if order >= 0 { other += 1 }
        }
    }

    /// The order of a walk: a folder's files come where its name would, before longer names that begin so.
    private func order(of index: Int, and other: Int, in list: SourceList) -> Int {
        let (left, right) = (paths[range(at: index)], list.paths[list.range(at: other)])
        let slash = UInt8(ascii: "/")
        for (a, b) in zip(left, right) where a != b {
            return a == slash || b != slash && a < b ? -1 : 1
        }
        return left.count - right.count
    }

    /// Whether a walk could have made it: it is sorted, and no path lies below that of a file.
    var isOfWalk: Bool {
        let slash = UInt8(ascii: "/")
        return ends.indices.allSatisfy { index in
            let path = bytes(at: index)
            guard file(at: index).lexicallyNormalized().bytes == path else { return false }
            return index == 0
                || order(of: index - 1, and: index, in: self) < 0
                    && !path.starts(with: bytes(at: index - 1) + [slash])
        }
    }

    /// Finds the checksums: those of an earlier list where the files are as they were, else from the files.
    ///
    /// A file that is gone in the meantime counts as an empty one; its mark is not what it will be. A link that leads to
    /// no file counts as what it says.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read; `CancellationError`.
    /// - Returns: whether a file was read.
    mutating func findChecksums(
        in directory: FilePath, reusing earlier: SourceList, of time: Int64
    ) throws -> Bool {
        var known = [SHA256](repeating: SHA256(words: SIMD8()), count: count)
        var unknown: [Int] = []
        compare(with: earlier) { index, other in
            guard let index else { return }
            if let other, marks[index] == earlier.marks[other],
                earlier.marks[other].isReliable(since: time)
            {
                known[index] = earlier.checksums[other]
            } else {
                unknown.append(index)
            }
        }
        for index in unknown {
            known[index] = try checksum(of: file(at: index), in: directory)
        }
        checksums = known
        return !unknown.isEmpty
    }

    private func checksum(of relative: FilePath, in directory: FilePath) throws -> SHA256 {
        let path = directory.pushing(relative)
        do {
            // What was a file may have become a pipe that nobody writes to.
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.nonBlocking, .closeOnExec])
            defer { try? file.close() }
            return try SHA256.ofRest(of: file)
        } catch let errno as Errno {
            var hasher = SHA256Hasher()
            if !path.isFile, let target = path.linkTarget {
                hasher.update(target.string)
            } else if errno != .noSuchFileOrDirectory, errno != .notDirectory {
                throw FileError.cannotRead(relative.string, errno)
            }
            return hasher.finish()
        }
    }
}

extension SourceList: GlobVisitor {
    mutating func enter(_ folder: UnsafeBufferPointer<UInt8>, _ place: GlobPlace) {}

    mutating func visit(_ file: UnsafeBufferPointer<UInt8>, _ status: stat) -> Bool {
        paths.append(contentsOf: file)
        ends.append(UInt32(truncatingIfNeeded: paths.count))
        marks.append(FileMark(status))
        return true
    }
}
