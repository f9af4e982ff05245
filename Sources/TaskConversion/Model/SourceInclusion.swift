/// The most files that are read where files include others.
enum SourceInclusion {
    static let limit = 100
}
