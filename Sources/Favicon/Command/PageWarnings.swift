import DevtoolKit
import Encodings
import HTML

extension Page {
    /// What is told of a page of which something was lost, under a name.
    func warnings(naming name: String) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        func warn(_ message: String, hint: String? = nil) {
            warnings.append(Diagnostic("\(name): \(message)", severity: .warning, hint: hint))
        }
        if isCut { warn("only the first \(IconFinder.pageLimit >> 20) MiB are read") }
        if exceedsLimit {
            warn(
                "an attribute of an icon link is longer than \(HTMLScanner.attributeLimit >> 20) "
                    + "MiB and was left out")
        }
        if lacksLetters {
            warn(
                "this system cannot convert \(encoding.name), so that letters of icons are lost",
                hint: "install glibc's gconv modules")
        }
        return warnings
    }

    /// Whether an icon's URL has a letter that this system cannot decode.
    private var lacksLetters: Bool {
        // The tables are large, so they are asked for last.
        icons.contains { $0.target.description.contains(Self.lostLetter) } && !encoding.isDecodable
    }

    /// U+FFFD, as URLs write it.
    private static let lostLetter = "%EF%BF%BD"
}
