import CVersion

package let devtoolVersion = String(cString: build_version())

/// With the commit, if the build knows it, such as `0.2.0 (b85e05c9a)`.
package let devtoolFullVersion: String = {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? devtoolVersion : "\(devtoolVersion) (\(commit))"
}()
