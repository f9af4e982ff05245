struct ShownValue: Sendable {
    /// As in a reference, such as `vars.version`.
    let name: String
    let value: String
    let origin: String
}
