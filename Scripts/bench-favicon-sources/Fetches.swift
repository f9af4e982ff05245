import Fetching
import Glibc

/// Fetches the URLs that a file lists, one a line, 64 at once, through devtool's client, and prints how
/// many pages and bytes came.
@main struct Fetches {
    static func main() async throws {
        let urls = try Fetches.lines(of: CommandLine.arguments[1])
        let client = CurlHTTPClient()
        let workers = 64
        let total = await withTaskGroup(of: Count.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var sum = Count()
                    for index in stride(from: worker, to: urls.count, by: workers) {
                        let request = HTTPRequest(urls[index])
                        guard let answer = try? await client.fetch(request, into: Count()), answer.response.isSuccess
                        else { continue }
                        sum.pages += 1
                        sum.bytes += answer.body.bytes
                    }
                    return sum
                }
            }
            var total = Count()
            for await sum in group {
                total.pages += sum.pages
                total.bytes += sum.bytes
            }
            return total
        }
        print(total.pages, total.bytes)
    }

    private static func lines(of path: String) throws -> [String] {
        guard let file = fopen(path, "r") else { throw NoFile() }
        defer { fclose(file) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while case let count = getline(&line, &size, file), count > 0, let start = line {
            let bytes = UnsafeRawBufferPointer(start: start, count: count)
            lines.append(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
        }
        return lines
    }

    private struct NoFile: Error {}
}

/// A consumer that counts.
struct Count: BodyConsumer {
    var pages = 0
    var bytes = 0

    mutating func receive(_ piece: RawSpan) -> BodyDemand {
        bytes += piece.byteCount
        return .more
    }
}
