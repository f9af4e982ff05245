/// The output of one piece of work on a shared console: that of its children and devtool's own messages.
package protocol OutputChannel: Sendable {
    var output: any OutputSink { get }
    var error: any OutputSink { get }
    /// Whether both go to the same place, so that a child should use one pipe to preserve the order.
    var combinesStreams: Bool { get }
    /// Writes a message on a separate line to standard error.
    func say(_ line: String)
    /// Writes a line for the CI system's runner, without a label.
    func command(_ line: String)
    /// Ends the channel; call this after its children have ended, since later output is lost.
    func close(_ ending: OutputEnding)
}

/// How a channel that is shown as a whole appears.
package struct OutputEnding: Sendable {
    /// The lines on standard error before and after the output, unless it is empty.
    package var fold: (begin: String, end: String)?
    /// Whether it follows everything else.
    package var isLast = false

    package init() {}
}
