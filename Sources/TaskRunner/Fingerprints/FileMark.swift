import Glibc

/// The attributes by which an unchanged file is recognized without reading it.
struct FileMark: Sendable, Equatable, BitwiseCopyable {
    let size: Int64
    /// `mtime`, which programs can set, in nanoseconds since 1970.
    let modified: Int64
    /// `ctime`, which programs cannot set, in nanoseconds since 1970.
    let changed: Int64
    let inode: UInt64

    /// Differs from the mark of any file.
    static let ofNone = FileMark(stat())

    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
        inode = UInt64(status.st_ino)
    }

    /// Whether a change after `time`, when the mark was taken, must have changed the mark.
    ///
    /// A change within the same clock tick would not, which Git calls "racily clean". Times in whole seconds are
    /// assumed to come from a file system without fractions, possibly with a resolution of two seconds.
    func isReliable(since time: Int64) -> Bool {
        let tick: Int64 = 2_000_000_000
        let isCoarse = modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0
        return max(modified, changed) < (isCoarse ? time - tick : time)
    }

    /// The clock that the kernel uses for file times.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return time.nanoseconds
    }
}

extension timespec {
    /// Saturates, because no file was changed after the year 2262.
    fileprivate var nanoseconds: Int64 {
        let (seconds, isTooLarge) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        if isTooLarge { return tv_sec < 0 ? .min : .max }
        let (sum, overflows) = seconds.addingReportingOverflow(Int64(tv_nsec))
        return overflows ? .max : sum
    }
}
