import Foundation
package import SystemPackage
import Testing

/// Chromium without a window.
package enum HeadlessBrowser {
    /// Chromium's headless shell, which starts in a third of the time, or the browser itself; `nil` if neither is
    /// installed.
    package static let program =
        OtherProgram("chromium-headless-shell") ?? OtherProgram("chromium") ?? OtherProgram("google-chrome")

    /// Opens a page, with a new profile; after ten minutes it is stopped.
    ///
    /// - Returns: its status, and what it writes to standard output.
    @discardableResult package static func open(_ url: String, _ options: [String], error: FilePath = "/dev/null")
        throws -> (status: Int32, output: String)
    {
        let folder = TemporaryFolder()
        return try #require(OtherProgram("timeout")).run(
            [
                "600", try #require(program).path, "--headless=new", "--no-sandbox", "--disable-gpu",
                "--hide-scrollbars", "--user-data-dir=\(folder.path)",
            ] + options + [url], error: error)
    }

    /// Opens a file.
    ///
    /// - Returns: its document once it is loaded, and its scripts have run for some milliseconds of the page's time.
    package static func document(of file: FilePath, after milliseconds: Int? = nil, _ options: String...) throws
        -> String
    {
        let time = milliseconds.map { ["--virtual-time-budget=\($0)"] } ?? []
        return try open("file://\(file)", ["--dump-dom"] + time + options).output
    }
}
