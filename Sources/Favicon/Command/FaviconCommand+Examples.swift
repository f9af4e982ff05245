package import DevtoolKit

extension FaviconCommand {
    package static let examples = [
        CommandExample("favicon swift.org", "Print the URL of a site's icon."),
        CommandExample("favicon --all swift.org", "Show all icons, best first."),
        CommandExample("favicon --download . swift.org", "Save the icon into this folder."),
        CommandExample("favicon --check site --warnings-as-errors", "Check the icons of a built site in CI."),
        CommandExample(
            "favicon site/index.html --base-url https://example.com/ --no-fetch",
            "Find the icon that a file declares, without using the network."),
    ]
}
