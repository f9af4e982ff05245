/// What is found for a page.
package struct IconFinding: Sendable {
    /// What the page says.
    package let page: Page
    /// What its server said of it, such as 404; `nil` for a page that was not fetched.
    package let status: Int?
    /// All its icons, with what is known of them.
    package internal(set) var order: IconOrder
    /// What a user should know of the way to it, in sentences.
    package let warnings: [String]

    /// The icon that is taken; `nil` if there is none.
    package var chosen: IconOrder.Entry? { order.best }
}
