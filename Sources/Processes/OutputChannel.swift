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
    ///
    /// Output that is shown as a whole is between the lines of `fold`, unless it is empty, and after all others if it
    /// `isLast`.
    func close(_ fold: (begin: String, end: String)?, isLast: Bool)
}
