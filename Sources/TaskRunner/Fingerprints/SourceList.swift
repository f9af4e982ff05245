import DevtoolKit
import Glibc
import SystemPackage

/// Files by path, in the order of a ``GlobWalk``, with the checksums of their contents.
///
/// A few large arrays, so that the lists of 10,000 files can be compared and stored directly.
struct SourceList: Sendable, Equatable {
    private(set) var paths: [UInt8] = []
    private(set) var ends: [UInt32] = []
    private(set) var marks: [FileMark] = []
    /// All zero until ``findChecksums(in:reusing:of:)``.
    private(set) var checksums: [SHA256] = []

    init() {}

    /// Creates a stored list; `nil` if its parts are inconsistent.
    init?(paths: [UInt8], ends: [UInt32], marks: [FileMark], checksums: [SHA256]) {
        guard ends.count == marks.count, ends.count == checksums.count, Int(ends.last ?? 0) == paths.count else {
            return nil
        }
        var last: UInt32 = 0
        for end in ends {
            if end <= last { return nil }
            last = end
        }
        (self.paths, self.ends, self.marks, self.checksums) = (paths, ends, marks, checksums)
    }

    /// Finds the files that match patterns, without their checksums.
    init(of glob: Glob, in directory: FilePath, keepingLinks: Bool = false) throws {
        self = try GlobWalk.walk(glob, in: directory, keepingLinks: keepingLinks, SourceList())
    }

    var checksum: SHA256 {
        var hasher = SHA256Hasher()
        hasher.update("\(ends)")
        paths.withUnsafeBytes { hasher.update($0) }
        checksums.withUnsafeBytes { hasher.update($0) }
        return hasher.finish()
    }

    /// The files that `other` has, too, without their checksums.
    func limited(to other: SourceList) -> SourceList { filtered(by: other) { $0 } }

    /// The files that `other` lacks, without their checksums.
    func without(_ other: SourceList) -> SourceList { other.count == 0 ? self : filtered(by: other) { !$0 } }

    private func filtered(by other: SourceList, _ isWanted: (_ isThere: Bool) -> Bool) -> SourceList {
        var filtered = SourceList()
        compare(with: other) { index, other in
            guard let index, isWanted(other != nil) else { return }
            filtered.paths += paths[range(at: index)]
            filtered.ends.append(UInt32(truncatingIfNeeded: filtered.paths.count))
            filtered.marks.append(marks[index])
        }
        return filtered
    }

    /// Clears the checksums of files that `later` lacks or has with another mark, so that they count as changed.
    ///
    /// - Returns: whether the lists are equal.
    mutating func forgetWhatDiffers(from later: SourceList) -> Bool {
        if paths == later.paths, ends == later.ends, marks == later.marks { return true }
        var changed: [Int] = []
        compare(with: later) { index, other in
            guard let index, other.map({ marks[index] != later.marks[$0] }) ?? true else { return }
            changed.append(index)
        }
        for index in changed { (marks[index], checksums[index]) = (.ofNone, SHA256(words: SIMD8())) }
        return false
    }

    var count: Int { ends.count }

    func path(at index: Int) -> String { String(decoding: paths[range(at: index)], as: UTF8.self) }

    func bytes(at index: Int) -> [UInt8] { Array(paths[range(at: index)]) }

    func file(at index: Int) -> FilePath { FilePath(bytes: paths[range(at: index)]) }

    private func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    /// Merges this list with an earlier one: calls `body` for each path, with its indices in both.
    func compare(with earlier: SourceList, _ body: (_ index: Int?, _ earlier: Int?) throws -> Void) rethrows {
        if paths == earlier.paths, ends == earlier.ends {
            for index in ends.indices { try body(index, index) }
            return
        }
        var (own, other) = (0, 0)
        while own < count || other < earlier.count {
            let order = own == count ? 1 : other == earlier.count ? -1 : self.order(of: own, and: other, in: earlier)
            try body(order <= 0 ? own : nil, order >= 0 ? other : nil)
            if order <= 0 { own += 1 }
            if order >= 0 { other += 1 }
        }
    }

    /// The order of a walk: a folder's files are sorted by the folder's name, before longer names that begin with it.
    private func order(of index: Int, and other: Int, in list: SourceList) -> Int {
        let (left, right) = (paths[range(at: index)], list.paths[list.range(at: other)])
        let slash = UInt8(ascii: "/")
        for (a, b) in zip(left, right) where a != b { return a == slash || b != slash && a < b ? -1 : 1 }
        return left.count - right.count
    }

    /// Whether a walk could have produced the list: it is sorted, and no path is below a file's.
    var isOfWalk: Bool {
        let slash = UInt8(ascii: "/")
        return ends.indices.allSatisfy { index in
            let path = bytes(at: index)
            guard file(at: index).lexicallyNormalized().bytes == path else { return false }
            return index == 0
                || order(of: index - 1, and: index, in: self) < 0 && !path.starts(with: bytes(at: index - 1) + [slash])
        }
    }

    /// Fills in the checksums: those of an earlier list if the marks are equal and reliable, otherwise by reading the
    /// files.
    ///
    /// A file that has vanished counts as empty. A link that leads to no file counts as its target path.
    ///
    /// - Returns: whether a file was read.
    /// - Throws: ``FileError`` for an unreadable file; `CancellationError`.
    mutating func findChecksums(in directory: FilePath, reusing earlier: SourceList, of time: Int64) throws -> Bool {
        var known = [SHA256](repeating: SHA256(words: SIMD8()), count: count)
        var unknown: [Int] = []
        compare(with: earlier) { index, other in
            guard let index else { return }
            if let other, marks[index] == earlier.marks[other], earlier.marks[other].isReliable(since: time) {
                known[index] = earlier.checksums[other]
            } else {
                unknown.append(index)
            }
        }
        for index in unknown { known[index] = try checksum(of: file(at: index), in: directory) }
        checksums = known
        return !unknown.isEmpty
    }

    private func checksum(of relative: FilePath, in directory: FilePath) throws -> SHA256 {
        let path = directory.pushing(relative)
        do {
            // The file may have been replaced by a pipe without a writer.
            let file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
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
