import TestSupport

/// A small board and a small page, for what all commands share.
enum Samples {
    static let board = ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#7 Build"}]}"##
    /// The board with its cards numbered.
    static let numberedBoard =
        ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"#1 Plan"},{"idShort":2,"name":"#7 Build"}]}"##

    static let page = "<link rel=icon href=icon.gif>"
    static let icon = WholePictures.gif(16, 16)
}
