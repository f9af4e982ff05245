import Glibc
import Synchronization
package import SystemPackage

/// The terminal that lines and one line of progress share.
///
/// The progress line is taken away before anything else is written, and it is never drawn behind an
/// unfinished line: so the two cannot mix, whoever writes.
final class Screen: Sendable {
    private struct State {
        /// Who reports progress at present; the last to begin is shown.
        var reporters: [ObjectIdentifier] = []
        var isShown = false
        var isLineUnfinished = false
    }

    private let terminal: FileDescriptor
    private let state = Mutex(State())

    /// Creates the screen behind a terminal's descriptor.
    init(_ terminal: FileDescriptor) {
        self.terminal = terminal
    }

    /// Writes to a stream that leads to this terminal.
    func write(_ bytes: UnsafeRawBufferPointer, to stream: FileDescriptor) throws {
        guard let last = bytes.last else { return }
        try state.withLock { state in
            erase(&state)
            state.isLineUnfinished = last != UInt8(ascii: "\n")
            try stream.writeAll(bytes)
        }
    }

    /// Makes room for a reporter of progress.
    func begin(_ reporter: AnyObject) {
        state.withLock { $0.reporters.append(ObjectIdentifier(reporter)) }
    }

    /// Draws the progress line anew, unless the reporter has ended or another has begun since.
    func show(_ line: String, from reporter: AnyObject) {
        state.withLock { state in
            guard state.reporters.last == ObjectIdentifier(reporter), !state.isLineUnfinished
            else { return }
            draw(Self.beginning + line)
            state.isShown = true
        }
    }

    /// Takes the progress line of a reporter away for good.
    func end(_ reporter: AnyObject) {
        state.withLock { state in
            state.reporters.removeAll { $0 == ObjectIdentifier(reporter) }
            erase(&state)
        }
    }

    /// How many columns the terminal has.
    var width: Int { terminal.columns ?? 80 }

    /// Back to the first column, and nothing on the line (ECMA-48, EL).
    private static let beginning = "\r\u{1B}[2K"

    private func erase(_ state: inout State) {
        if state.isShown { draw(Self.beginning) }
        state.isShown = false
    }

    private func draw(_ text: String) {
        // Progress is no result: if it cannot be shown, nothing is lost.
        _ = try? terminal.writeAll(text.utf8)
    }
}

extension FileDescriptor {
    /// Whether a person may be looking at what is written here, or be asked.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many columns the terminal behind the descriptor has; nil where there is none.
    var columns: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
