/// What all readers of files that include others have in common.
enum SourceInclusion {
    /// The most files that are read.
    static let limit = 100
}
