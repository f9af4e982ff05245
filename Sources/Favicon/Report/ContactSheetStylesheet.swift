/// The style sheet of the contact sheet, for light and dark screens and for paper.
enum ContactSheetStylesheet {
    /// The style sheet.
    ///
    /// A page that is out of sight is not laid out: a sheet may have thousands.
    static let text = String(decoding: PackageResources.contact_sheet_css, as: UTF8.self)
}
