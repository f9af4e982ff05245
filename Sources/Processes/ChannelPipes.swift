import Dispatch
package import Reporting
package import SystemPackage

extension OutputChannel {
    /// Runs work in devtool itself and relays its output like that of a child process.
    ///
    /// Returns after the output has been relayed. `wrap` inserts a sink before that of the channel. Throws `Errno` if
    /// no file descriptors are available.
    package func relaying<Result>(
        hiding secrets: [Secret] = [], _ wrap: (any OutputSink) -> any OutputSink = { $0 },
        _ work: (_ output: FileDescriptor, _ error: FileDescriptor) async throws -> Result
    ) async throws -> Result {
        let pipes = (try OwnedDescriptor.pipe(), try OwnedDescriptor.pipe())
        let redactor = Redactor(hiding: secrets)
        let sinks = [output, error].map { wrap($0).redacted(by: redactor) }
        let ends = zip([pipes.0.reading, pipes.1.reading], sinks).map { pipe, sink in
            let end = OneShot<Void>()
            // A separate queue has its own thread, which may block.
            DispatchQueue(label: "devtool.channel").async {
                Self.pass(pipe.descriptor, to: sink)
                end.complete(with: ())
            }
            return end
        }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await work(pipes.0.writing.descriptor, pipes.1.writing.descriptor)) } catch {
            result = .failure(error)
        }
        pipes.0.writing.close()
        pipes.1.writing.close()
        for end in ends { await end.value() }
        return try result.get()
    }

    /// Reads to the end; after an error from the sink, bytes are discarded so that the writer does not block.
    private static func pass(_ source: FileDescriptor, to sink: any OutputSink) {
        var sink = sink
        var hasFailed = false
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while let count = try? source.read(into: buffer), count > 0 {
            if hasFailed { continue }
            do { try sink.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch { hasFailed = true }
        }
        if !hasFailed { try? sink.finish() }
    }
}
