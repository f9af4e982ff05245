package import DevtoolKit

extension CardsCommand {
    package static let examples = [
        CommandExample("cards --check board.json", "In CI, fail if a card has no number."),
        CommandExample("cards board.json -o numbered.json", "Write a numbered copy of the export."),
        CommandExample("cards --diff board.json", "Show the titles before and after numbering."),
        CommandExample("cards --in-place --backup board.json", "Edit the export and keep the original."),
        CommandExample("cards board.json -o board.html", "Export the board as a web page."),
    ]
}
