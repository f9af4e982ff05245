import CVersion

/// devtool's version, such as `0.2.0`.
package let devtoolVersion = String(cString: build_version())

/// devtool's version with the commit, where the build was told it, such as `0.2.0 (b85e05c9a)`.
package let devtoolFullVersion: String = {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? devtoolVersion : "\(devtoolVersion) (\(commit))"
}()
