import Dispatch
import Synchronization

/// An answer to a ``JDBCSession``.
enum JDBCAnswer: Equatable {
    /// The rows of a statement, a null as nil; none where it has none.
    case rows([[String?]])
    /// What went wrong, in the words of the driver.
    case failure(String)
}

/// The answers of ``JavaProgram/devtoolSession``, awaited one at a time: texts, each ended by a zero
/// byte.
final class JDBCAnswers: Sendable {
    private struct State {
        var text: [UInt8] = []
        var texts: [String] = []
        var answers: [JDBCAnswer] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Takes bytes as they come.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        let count = state.withLock { state in
            for byte in bytes {
                guard byte == 0 else {
                    state.text.append(byte)
                    continue
                }
                state.texts.append(String(decoding: state.text, as: UTF8.self))
                state.text = []
            }
            let before = state.answers.count
            while let answer = Self.first(of: &state.texts) { state.answers.append(answer) }
            return state.answers.count - before
        }
        for _ in 0..<count { arrival.signal() }
    }

    /// Notes that no more will come.
    func finish() {
        state.withLock { $0.isOver = true }
        arrival.signal()
    }

    /// Whether no more will come.
    var isOver: Bool { state.withLock { $0.isOver && $0.answers.isEmpty } }

    /// Waits for the next answer; nil when none has come in time, or will come.
    func next(within limit: Duration) -> JDBCAnswer? {
        guard !isOver else { return nil }
        let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        _ = arrival.wait(timeout: end)
        return state.withLock { state in
            state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }

    /// Takes an answer off the front, if it is there whole.
    private static func first(of texts: inout [String]) -> JDBCAnswer? {
        guard let first = texts.first else { return nil }
        if first.first == "!" {
            texts.removeFirst()
            return .failure(String(first.dropFirst()))
        }
        guard texts.count > 1, let rowCount = Int(first), let columnCount = Int(texts[1]),
            rowCount >= 0, columnCount >= 0, (texts.count - 2) / max(1, columnCount) >= rowCount
        else { return nil }
        let values = texts[2..<2 + rowCount * columnCount].map { text in
            text.first == "=" ? String(text.dropFirst()) : nil
        }
        texts.removeFirst(2 + rowCount * columnCount)
        return .rows(
            stride(from: 0, to: values.count, by: max(1, columnCount)).map { start in
                Array(values[start..<start + columnCount])
            })
    }
}
