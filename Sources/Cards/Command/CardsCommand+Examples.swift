package import DevtoolKit

extension CardsCommand {
    package static let examples = [
        CommandExample("cards --check board.json", "Fail if a card has no number, as in CI."),
        CommandExample("cards board.json -o numbered.json", "Number the cards, in a new file."),
        CommandExample("cards --diff board.json", "Show the titles before and after."),
        CommandExample("cards --in-place --backup board.json", "Edit the export, and keep the original."),
        CommandExample("cards board.json -o board.html", "Export the board as a page to read."),
    ]
}
