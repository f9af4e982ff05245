package import Reporting

/// Shows the output of pieces of work that go on at the same time as it comes, line by line, with the name
/// of the work before each line.
///
/// ```
/// api  | listening on port 8080
/// web  | compiled in 2 s
/// ```
package final class PrefixedOutput: Sendable {
    private let console: Console
    private let width: Int
    private let lines = SharedLines()

    /// Creates what shows its channels on a console.
    ///
    /// - Parameters:
    ///   - console: the console.
    ///   - names: the names to come, as far as they are known; all lines begin in the column behind the
    ///     longest.
    package init(console: Console, names: [String] = []) {
        self.console = console
        width = names.map { console.hidingSecrets(in: $0).displayWidth }.max() ?? 0
    }

    /// Opens a channel whose lines begin with a name.
    ///
    /// - Returns: the channel.
    package func open(name: String) -> any OutputChannel {
        let name = console.hidingSecrets(in: name)
        let padding = String(repeating: " ", count: max(0, width - name.displayWidth))
        return PrefixedChannel(prefix: "\(name)\(padding) | ", console: console, lines: lines)
    }
}

/// A channel of a ``PrefixedOutput``.
private struct PrefixedChannel: OutputChannel {
    let prefix: String
    let console: Console
    let lines: SharedLines

    var output: any OutputSink {
        sink(Destination { [console] in try console.write($0) })
    }

    var error: any OutputSink {
        sink(Destination { [console] in console.writeError($0) })
    }

    /// Each has its own lines, which do not break those of the other.
    var combinesStreams: Bool { false }

    func say(_ line: String) {
        var sink = self.error
        var text = console.hidingSecrets(in: line) + "\n"
        // What devtool says is no result: if it cannot be shown, nothing is lost.
        try? text.withUTF8 { try sink.receive(UnsafeRawBufferPointer($0)) }
    }

    func close() {}

    private func sink(_ destination: Destination) -> any OutputSink {
        PrefixedSink(prefix: prefix, destination: destination, lines: lines)
    }
}
