import Glibc
import Reporting
import SystemPackage

struct ChildStreams {
    private(set) var input = Spawn.Stream.inherited
    private(set) var output = Spawn.Stream.inherited
    private(set) var error = Spawn.Stream.inherited
    private(set) var pump = StreamPump(outputs: [])

    static let inherited = ChildStreams()

    private init() {}

    init(input: Invocation.Input, combiningOutputs isCombined: Bool) throws(Errno) {
        try setInput(input)
        if isCombined { error = .borrowed(.standardOutput) }
    }

    /// Uses pipes; if `error` is `nil`, one pipe for both outputs.
    init(input: Invocation.Input, output: any OutputSink, error: (any OutputSink)?) throws(Errno) {
        try setInput(input)
        self.output = try pipe(to: output)
        self.error = try error.map { sink throws(Errno) in try pipe(to: sink) } ?? self.output
    }

    func closeInput() { if case .descriptor(let descriptor) = input { descriptor.close() } }

    func closeOutputs() { for case .descriptor(let descriptor) in [output, error] { descriptor.close() } }

    private mutating func setInput(_ input: Invocation.Input) throws(Errno) {
        switch input {
        case .none: self.input = .nothing
        case .secret(let secret): self.input = .descriptor(try .sealedMemory(Array(secret.revealed.utf8)))
        case .file(let file): self.input = .borrowed(file)
        }
    }

    private mutating func pipe(to sink: any OutputSink) throws(Errno) -> Spawn.Stream {
        let pipe = try OwnedDescriptor.pipe()
        pump.outputs.append(ChildOutput(pipe.reading, to: sink))
        return .descriptor(pipe.writing)
    }
}
