/// A small board and a small page, for what all commands share.
enum Samples {
    static let board =
        ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"Plan"},{"idShort":2,"name":"#7 Build"}]}"##
    /// The board with its cards numbered.
    static let numberedBoard =
        ##"{"name":"Roadmap #","cards":[{"idShort":1,"name":"#1 Plan"},{"idShort":2,"name":"#7 Build"}]}"##

    static let page = "<link rel=icon href=icon.gif>"
    /// The start of a GIF of 16 by 16 pixels: all that its size needs.
    static let icon = Array("GIF89a".utf8) + [16, 0, 16, 0, 0, 0, 0]
}
