import Glibc
import Synchronization
package import SystemPackage

/// A terminal that lines share with one progress line.
///
/// The progress line is erased before other output, and never drawn after an unfinished line, so the two cannot mix.
final class Screen: Sendable {
    private struct State {
        var reporters: [ObjectIdentifier] = []
        var isShown = false
        var isLineUnfinished = false
    }

    private let terminal: FileDescriptor
    private let state = Mutex(State())

    init(_ terminal: FileDescriptor) { self.terminal = terminal }

    func write(_ bytes: UnsafeRawBufferPointer, to stream: FileDescriptor) throws {
        guard let last = bytes.last else { return }
        try state.withLock { state in
            erase(&state)
            state.isLineUnfinished = last != UInt8(ascii: "\n")
            try stream.writeAll(bytes)
        }
    }

    func begin(_ reporter: AnyObject) { state.withLock { $0.reporters.append(ObjectIdentifier(reporter)) } }

    func show(_ line: String, from reporter: AnyObject) {
        state.withLock { state in
            guard state.reporters.last == ObjectIdentifier(reporter), !state.isLineUnfinished else { return }
            draw(Self.beginning + line)
            state.isShown = true
        }
    }

    func end(_ reporter: AnyObject) {
        state.withLock { state in
            state.reporters.removeAll { $0 == ObjectIdentifier(reporter) }
            erase(&state)
        }
    }

    var width: Int { terminal.columns ?? 80 }

    /// Returns to the first column and erases the line (ECMA-48, EL).
    private static let beginning = "\r\u{1B}[2K"

    private func erase(_ state: inout State) {
        if state.isShown { draw(Self.beginning) }
        state.isShown = false
    }

    private func draw(_ text: String) {
        // Progress is optional, so errors are ignored.
        _ = try? terminal.writeAll(text.utf8)
    }
}

extension FileDescriptor {
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    var columns: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
