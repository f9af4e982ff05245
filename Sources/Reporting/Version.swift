/// The version of the suite, for `--version` and for what devtool says of itself to servers.
package let devtoolVersion = "0.1.0"
