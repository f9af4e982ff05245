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

    /// The colors of a picture, such as `0c4a8f`, and how many pixels each has.
    package static func colors(of picture: FilePath) throws -> [String: Int] {
        let folder = TemporaryFolder()
        // The pixels of a picture in another file are not for a page to read.
        let data = try Data(contentsOf: URL(filePath: picture.string)).base64EncodedString()
        try folder.write(
            """
            <img src="data:image/png;base64,\(data)"><pre></pre>
            <script>
            onload = () => {
              const image = document.images[0], canvas = document.createElement("canvas"), counts = {}
              canvas.width = image.naturalWidth
              canvas.height = image.naturalHeight
              const context = canvas.getContext("2d")
              context.drawImage(image, 0, 0)
              const data = context.getImageData(0, 0, canvas.width, canvas.height).data
              for (let i = 0; i < data.length; i += 4) {
                const color = data[i] << 16 | data[i + 1] << 8 | data[i + 2]
                counts[color] = (counts[color] ?? 0) + 1
              }
              document.querySelector("pre").textContent = Object.entries(counts)
                .map(([color, count]) => `${Number(color).toString(16).padStart(6, "0")}=${count}`).join(" ")
            }
            </script>
            """, to: "page.html")
        let document = try document(of: folder.path.appending("page.html"))
        let counts = document.matches(of: /([0-9a-f]{6})=(\d+)/).map { (String($0.1), Int($0.2) ?? 0) }
        return Dictionary(counts) { $1 }
    }
}
