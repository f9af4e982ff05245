package import Reporting

/// Shows the output of concurrent work line by line, prefixed with the name of the work.
///
/// ```
/// api  | listening on port 8080
/// web  | compiled in 2 s
/// ```
package final class PrefixedOutput: Sendable {
    private let console: Console
    private let width: Int
    let lines = SharedLines()

    /// `names` are the known names, whose longest one determines the column of the output.
    package init(console: Console, names: [String] = []) {
        self.console = console
        width = names.map { console.hidingSecrets(in: $0).displayWidth }.max() ?? 0
    }

    package func open(name: String) -> any OutputChannel {
        let name = console.hidingSecrets(in: name)
        let padding = String(repeating: " ", count: max(0, width - name.displayWidth))
        return PrefixedChannel(prefix: "\(name)\(padding) | ", console: console, lines: lines)
    }
}

private struct PrefixedChannel: OutputChannel {
    let prefix: String
    let console: Console
    let lines: SharedLines

    var output: any OutputSink { sink(Destination { [console] in try console.write($0) }) }

    var error: any OutputSink { sink(consoleError) }

    private var consoleError: Destination { Destination { [console] in console.writeError($0) } }

    /// The streams have separate lines, which do not interrupt each other.
    var combinesStreams: Bool { false }

    func say(_ line: String) {
        var sink = self.error
        var text = console.hidingSecrets(in: line) + "\n"
        // devtool's messages are optional, so errors are ignored.
        try? text.withUTF8 { try sink.receive(UnsafeRawBufferPointer($0)) }
    }

    func command(_ line: String) {
        try? lines.takeTurn(as: lines.newOwner(), on: consoleError) { _ in
            try consoleError.write(console.hidingSecrets(in: line) + "\n")
            return true
        }
    }

    func close(_ fold: (begin: String, end: String)?, isLast: Bool) {}

    private func sink(_ destination: Destination) -> any OutputSink {
        PrefixedSink(prefix: prefix, destination: destination, lines: lines)
    }
}
