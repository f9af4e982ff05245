import Foundation
import Glibc

/// Goes over pages on demand.
enum Round {
    /// For each line on standard input, finds the icon links of all pages that a file lists, and prints
    /// the nanoseconds of processor time it took and how many there are.
    static func serve<Page>(_ list: String, page: ([UInt8]) -> Page, icons: (Page) -> Int) throws {
        let names = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        let pages = try names.map { name in page(Array(try Data(contentsOf: URL(filePath: String(name))))) }
        while readLine() != nil {
            let start = processorTime()
            let found = pages.reduce(0) { $0 + icons($1) }
            let answer = "\(processorTime() - start) \(found)\n"
            try FileHandle.standardOutput.write(contentsOf: Data(answer.utf8))
        }
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
