import TestSupport
import Testing

/// Pictures as servers have them.
enum Picture {
    /// A GIF of some size.
    static func gif(_ width: Int = 16, _ height: Int = 16) -> [UInt8] { WholePictures.gif(width, height) }

    /// An SVG whose root element is given, behind a prolog.
    static func svg(_ root: String, after prolog: String = "") -> [UInt8] {
        Array("\(prolog)<svg xmlns=\"http://www.w3.org/2000/svg\" \(root)</svg>".utf8)
    }
}

extension Scenario {
    /// Looks for the icon of a page whose server takes for ever, with more and more time until it has come
    /// to the step that is meant: on a busy machine a little time is over before.
    func favicon(_ url: String, timingOut message: String) async throws -> Outcome {
        var outcome = try await favicon(url, "--timeout", "0.5")
        for timeout in ["5", "50"] where !outcome.errorText.contains(message) {
            outcome = try await favicon(url, "--timeout", timeout)
        }
        return outcome
    }

    /// Looks for the icon of a page.
    func favicon(_ url: String, _ options: String...) async throws -> Outcome {
        try await run(["favicon", url] + options)
    }
}

extension Outcome {
    /// Expects an icon, and that nothing else is said.
    @discardableResult func finds(_ icon: String, at location: Testing.SourceLocation = #_sourceLocation) -> Outcome {
        stdout("\(icon)\n", at: location).stderr("", at: location).exits(0, at: location)
    }

    /// Expects an icon for a page that its server has an error instead of.
    @discardableResult func finds(
        _ icon: String, ofErrorPage page: String, status: Int, at location: Testing.SourceLocation = #_sourceLocation
    ) -> Outcome {
        let message =
            "the server responded with status \(status); the icon is "
            + (icon.hasSuffix("/favicon.ico") ? "the server's default" : "from its error page")
        return stdout("\(icon)\n", at: location).stderr("devtool: \(page): \(message)\n", at: location).exits(
            69, at: location)
    }

    /// Expects an icon that Chromium does not show, with a note why.
    @discardableResult func finds(
        _ icon: String, of page: String, _ reason: String, at location: Testing.SourceLocation = #_sourceLocation
    ) -> Outcome {
        stdout("\(icon)\n", at: location).stderr(
            "devtool: note: \(page): Chromium shows no icon: \(reason)\n", at: location
        ).exits(0, at: location)
    }

    /// Expects no icon, for a reason.
    @discardableResult func fails(
        _ reason: String, _ status: Int32 = 69, at location: Testing.SourceLocation = #_sourceLocation
    ) -> Outcome { stdout("", at: location).stderr("devtool: \(reason)\n", at: location).exits(status, at: location) }
}
