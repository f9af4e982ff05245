enum ContactSheetStylesheet {
    /// Skips the layout of pages that are out of sight, because a sheet may have thousands.
    static let text = String(decoding: PackageResources.contact_sheet_css, as: UTF8.self)
}
