import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// A child's standard streams: the ends that it gets, and what moves the bytes at the others.
struct ChildStreams: Sendable {
    /// What the child reads, writes, and complains on.
    let descriptors: [OwnedDescriptor]
    /// What moves the bytes.
    let pump: StreamPump

    /// The child's streams are devtool's own.
    static func inherited() throws(Errno) -> ChildStreams {
        var descriptors: [OwnedDescriptor] = []
        for number: Int32 in 0...2 { descriptors.append(try .duplicate(of: number)) }
        return ChildStreams(descriptors: descriptors, pump: StreamPump(outputs: []))
    }

    /// The child's streams are pipes; one for both of its outputs where `error` is nil.
    static func piped(
        input: Invocation.Input, output: any OutputSink, error: (any OutputSink)?
    ) throws(Errno) -> ChildStreams {
        let outputPipe = try OwnedDescriptor.pipe()
        var pump = StreamPump(outputs: [ChildOutput(outputPipe.reading, to: output)])
        let childError: OwnedDescriptor
        if let error {
            let pipe = try OwnedDescriptor.pipe()
            pump.outputs.append(ChildOutput(pipe.reading, to: error))
            childError = pipe.writing
        } else {
            childError = try .duplicate(of: outputPipe.writing.descriptor.rawValue)
        }
        let childInput: OwnedDescriptor
        switch input {
        case .none:
            childInput = try .nothing()
        case .secret(let secret):
            let pipe = try OwnedDescriptor.pipe()
            _ = fcntl(pipe.writing.descriptor.rawValue, F_SETFL, O_NONBLOCK)
            pump.input = (pipe.writing, Array(secret.revealed.utf8)[...])
            childInput = pipe.reading
        case .file(let file):
            childInput = try .duplicate(of: file.rawValue)
        }
        return ChildStreams(
            descriptors: [childInput, outputPipe.writing, childError], pump: pump)
    }
}

extension OwnedDescriptor {
    /// Opens a file that is empty.
    fileprivate static func nothing() throws(Errno) -> OwnedDescriptor {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return OwnedDescriptor(FileDescriptor(rawValue: descriptor))
    }
}
