/// Cuts what a ``JavaProgram/devtoolFleet`` writes into what its runs say.
struct FleetFrames {
    /// What happened in a run.
    enum Event: Hashable {
        /// It began.
        case began
        /// It wrote on its standard output.
        case output([UInt8])
        /// It wrote on its standard error.
        case error([UInt8])
        /// It ended with a status.
        case ended(Int32)
    }

    /// Something that happened, and the number of the run; nil for what nobody has signed: a library may
    /// write past Java.
    struct Frame: Hashable {
        let run: Int?
        let event: Event
    }

    private var held: [UInt8] = []

    /// What each frame begins with; then come its kind, the run's number and the length, in 9 bytes.
    private static let mark: [UInt8] = [0x00, 0x1D, 0x44, 0x46]
    private static let headLength = mark.count + 9

    /// The frames that are complete after `bytes` have arrived.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [Frame] {
        held += bytes
        var frames: [Frame] = []
        var start = 0
        while start < held.count {
            let rest = held[start...]
            guard rest.starts(with: Self.mark) else {
                if Self.mark.starts(with: rest) { break }
                let end = Self.nextMark(in: rest)
                frames.append(Frame(run: nil, event: .output(Array(rest[..<end]))))
                start = end
                continue
            }
            guard rest.count >= Self.headLength else { break }
            let head = Array(rest.prefix(Self.headLength))
            let length = Self.number(head[9...])
            guard rest.count - Self.headLength >= length else { break }
            let body = Array(rest.dropFirst(Self.headLength).prefix(length))
            if let event = Self.event(kind: head[4], body) {
                frames.append(Frame(run: Self.number(head[5..<9]), event: event))
            }
            start += Self.headLength + length
        }
        held.removeFirst(start)
        return frames
    }

    /// Where the next frame may begin.
    private static func nextMark(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.dropFirst().first { index in
            let rest = bytes[index...].prefix(mark.count)
            return mark.starts(with: rest)
        } ?? bytes.endIndex
    }

    private static func event(kind: UInt8, _ body: [UInt8]) -> Event? {
        switch kind {
        case UInt8(ascii: "b"): .began
        case 1: .output(body)
        case 2: .error(body)
        case UInt8(ascii: "e"): .ended(Int32(body.first ?? 1))
        default: nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
