import Glibc

/// The attributes that show, without reading it, that a file is unchanged.
struct FileMark: Sendable, Equatable, BitwiseCopyable {
    /// The bytes.
    let size: Int64
    /// When the content was changed, as programs may set it, in nanoseconds since 1970.
    let modified: Int64
    /// When anything was changed, which programs cannot set, in nanoseconds since 1970.
    let changed: Int64
    /// The file's number in its file system.
    let inode: UInt64

    /// The mark that no file has.
    static let ofNone = FileMark(stat())

    /// The mark of a file.
    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
        inode = UInt64(status.st_ino)
    }

    /// Whether a later change of the file would have changed the mark, which was taken at a time or after.
    ///
    /// A change within the same tick of the clock would not: this is what Git calls racily clean. Whole
    /// seconds tell of file systems that know no others, and even of two of them as one.
    func isReliable(since time: Int64) -> Bool {
        let tick: Int64 = 2_000_000_000
        let isCoarse = modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0
        return max(modified, changed) < (isCoarse ? time - tick : time)
    }

    /// The time of the clock that the system stamps files with.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return time.nanoseconds
    }
}

extension timespec {
    /// Saturating, as times beyond the year 2262 are of no file that was changed now.
    fileprivate var nanoseconds: Int64 {
        let (seconds, isTooLarge) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        if isTooLarge { return tv_sec < 0 ? .min : .max }
        let (sum, overflows) = seconds.addingReportingOverflow(Int64(tv_nsec))
        return overflows ? .max : sum
    }
}
