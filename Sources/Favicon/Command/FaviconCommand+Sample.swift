package import DevtoolKit
package import SystemPackage

extension FaviconCommand {
    private static let siteFolders = ["dist", "build", "public", "_site", "site", "www"]

    /// A sample for a folder with an `index.html`, or for such a page in the project's own folder.
    package static func sample(in folder: FilePath) throws -> ProjectSample? {
        let page = "index.html"
        let site = siteFolders.first { folder.appending($0).appending(page).isFile }
        guard let site = site ?? (folder.appending(page).isFile ? page : nil) else { return nil }
        return ProjectSample(
            found: site == page ? "'\(page)'" : "'\(site)/\(page)'",
            configuration: """
                favicon:
                  rules: {}                         # levels for --check: {RULE: error|warning|note|off}

                """, check: ["favicon", "--check", site])
    }
}
