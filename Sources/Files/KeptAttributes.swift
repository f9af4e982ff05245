import Glibc
import SystemPackage

struct KeptAttributes {
    private let status: Stat

    init(_ status: Stat) { self.status = status }

    /// Applies the attributes to the extent permitted.
    ///
    /// Only root can change the owner, so the writing user may become the owner, as with an editor. The set-ID bits are
    /// then dropped.
    func apply(to file: FileDescriptor) {
        let user = status.userID.rawValue
        let group = status.groupID.rawValue
        var permissions = status.permissions
        // The owner comes first because changing it clears the set-ID bits.
        if fchown(file.rawValue, user, group) != 0 {
            permissions.remove(.setUserID)
            if fchown(file.rawValue, uid_t.max, group) != 0 { permissions.remove(.setGroupID) }
        }
        _ = fchmod(file.rawValue, permissions.rawValue)
    }
}
