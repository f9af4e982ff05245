/// The version of the suite, for `--version` and for what devtool says of itself to servers.
public let devtoolVersion = "0.1.0"
