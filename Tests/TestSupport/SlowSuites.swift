package import Testing

extension Tag {
    /// Marks a suite that takes a second of processor time or more in a developer's build, so that `Scripts/test fast`
    /// leaves it out.
    @Tag package static var slow: Self
}
