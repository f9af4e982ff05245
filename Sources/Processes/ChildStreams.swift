import Glibc
import Reporting
import SystemPackage

/// A child's standard streams: what it gets, and what moves the bytes at the other ends.
struct ChildStreams {
    /// The child's standard input.
    private(set) var input = Spawn.Stream.inherited
    /// What the child writes on.
    private(set) var output = Spawn.Stream.inherited
    /// What the child complains on.
    private(set) var error = Spawn.Stream.inherited
    /// What moves the bytes.
    private(set) var pump = StreamPump(outputs: [])

    /// The child's streams are devtool's own.
    static let inherited = ChildStreams()

    private init() {}

    /// The child's outputs are devtool's own.
    init(input: Invocation.Input, combiningOutputs isCombined: Bool) throws(Errno) {
        try setInput(input)
        if isCombined { error = .borrowed(.standardOutput) }
    }

    /// The child's streams are pipes; one for both of its outputs where `error` is nil.
    init(
        input: Invocation.Input, output: any OutputSink, error: (any OutputSink)?
    ) throws(Errno) {
        try setInput(input)
        self.output = try pipe(to: output)
        self.error = try error.map { sink throws(Errno) in try pipe(to: sink) } ?? self.output
    }

    /// Closes the end that the child reads.
    func closeInput() {
        if case .descriptor(let descriptor) = input { descriptor.close() }
    }

    /// Closes the ends that the child writes to: its output ends when no one else holds it.
    func closeOutputs() {
        for case .descriptor(let descriptor) in [output, error] { descriptor.close() }
    }

    private mutating func setInput(_ input: Invocation.Input) throws(Errno) {
        switch input {
        case .none: self.input = .nothing
        case .secret(let secret):
            self.input = .descriptor(try .sealedMemory(Array(secret.revealed.utf8)))
        case .file(let file): self.input = .borrowed(file)
        }
    }

    private mutating func pipe(to sink: any OutputSink) throws(Errno) -> Spawn.Stream {
        let pipe = try OwnedDescriptor.pipe()
        pump.outputs.append(ChildOutput(pipe.reading, to: sink))
        return .descriptor(pipe.writing)
    }
}
