/// The looks of the sheet, on a screen by day and by night and on paper.
enum ContactSheetStylesheet {
    /// The style sheet.
    ///
    /// A page that is out of sight is not laid out: a sheet may have thousands.
    static let text = String(decoding: PackageResources.contact_sheet_css, as: UTF8.self)
}
