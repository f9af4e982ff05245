/// Where the output of one piece of work goes that shares a console with others: its children's, one after
/// another or at once, and what devtool itself says of it.
package protocol OutputChannel: Sendable {
    /// A sink for the standard output of one child.
    var output: any OutputSink { get }
    /// A sink for the standard error of one child.
    var error: any OutputSink { get }
    /// Whether both lead to the same place, so that a child should have one pipe for both: what it writes
    /// keeps its order.
    var combinesStreams: Bool { get }
    /// Says a line of devtool's own, on standard error and on a line of its own.
    func say(_ line: String)
    /// Ends the channel, once all its children have ended; what comes later is lost.
    func close()
}
