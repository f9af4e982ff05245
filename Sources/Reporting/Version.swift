import CVersion

package let devtoolVersion = String(cString: build_version())

/// With the commit, if the build knows it, such as `0.2.0 (b85e05c9a)`.
package let devtoolFullVersion: String = {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? devtoolVersion : "\(devtoolVersion) (\(commit))"
}()

/// `nil` if the build has no address of a site.
package let devtoolDocumentation = DocumentationSite(at: String(cString: build_documentation()))

/// The documentation of a suite on the web, as `Scripts/docs` builds it.
package struct DocumentationSite: Sendable {
    /// The address of the first page; it ends with a slash.
    package let address: String

    /// Returns `nil` if the address is empty.
    package init?(at address: String) {
        guard !address.isEmpty else { return nil }
        self.address = address.hasSuffix("/") ? address : address + "/"
    }

    package func page(ofRule id: String) -> String { "\(address)rules/\(id)/" }
}
