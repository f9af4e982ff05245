package import DevtoolKit
package import SystemPackage

extension CardsCommand {
    /// A project whose JSON files look like Trello boards, or have a list of cards near their beginning.
    package static func sample(in folder: FilePath) throws -> ProjectSample? {
        let exports = try folder.namesToRecognize().filter { name in
            guard name.lowercased().hasSuffix(".json"), !name.hasPrefix("-") else { return false }
            let beginning = try folder.appending(name).beginningToRecognize()
            return BoardSignature.isBoard(beginning.span)
                || String(decoding: beginning, as: UTF8.self).contains(/"cards"\s*:\s*\[/)
        }
        guard let first = exports.first else { return nil }
        return ProjectSample(
            found: exports.firstQuoted,
            configuration: """
                cards:
                  format: "#{number} "              # added before each card's title

                """,
            // Changes nothing, and works without the mark, too.
            check: ["cards", "--diff", "--all", first])
    }
}
