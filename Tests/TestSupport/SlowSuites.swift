package import Testing

extension Tag {
    /// Marks a suite that takes a second of processor time or more in a developer's build.
    ///
    /// `Scripts/test fast` leaves out all tests of a file in which `.tags(.slow)` is written.
    @Tag package static var slow: Self
}
