import Foundation
import PackagePlugin

/// `swift package devtool …`: runs devtool in the folder of the package that depends on it.
///
/// SwiftPM gives a plugin neither a terminal nor the exit status of its own: devtool sees no terminal, its
/// standard input is empty, and where devtool fails, SwiftPM ends with 1.
@main struct DevtoolPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let devtool = Process()
        devtool.executableURL = try context.tool(named: "devtool").url
        devtool.arguments = arguments
        devtool.currentDirectoryURL = context.package.directoryURL
        // What SwiftPM tells the plugin by this stream is not for devtool.
        devtool.standardInput = FileHandle.nullDevice
        try devtool.run()
        devtool.waitUntilExit()
        switch (devtool.terminationReason, devtool.terminationStatus) {
        case (.exit, 0): break
        case (.exit, let status): throw DevtoolFailure(end: "with the exit status \(status)")
        case (_, let signal): throw DevtoolFailure(end: "by the signal \(signal)")
        }
    }
}

/// devtool has not succeeded; it has said why by itself.
struct DevtoolFailure: Error, CustomStringConvertible {
    /// How it ended.
    let end: String

    var description: String { "devtool ended \(end)" }
}
