/// Puts the icons of a page in order: a pure function of what the page declares.
package enum IconChoice {
    /// The size of a tab's icon, in pixels.
    package static let tabSize = 16
    /// The size of a picture on a phone's home screen, in pixels.
    package static let touchSize = 180
    /// The size that Chromium asks for where it wants a large picture, in pixels.
    package static let chromiumLargeSize = 192

    /// The page's icons and that of its server, in the order in which they would be taken.
    package static func order(_ page: Page, for wish: IconWish = IconWish()) -> IconOrder {
        let icons = page.icons + (page.document.map { [IconLink.ofServer(of: $0)] } ?? [])
        return order(icons, for: wish)
    }

    /// The order of icons that are given in the order of their declaration.
    static func order(_ icons: [IconLink], for wish: IconWish) -> IconOrder {
        switch wish.browser {
        case nil: OrdinaryChoice(wish).order(icons)
        case .chromium: ChromiumModel(wish).order(icons)
        case .firefox: FirefoxModel(wish).order(icons)
        }
    }
}
