import DevtoolKit

/// What `devtool cards` finds in exports.
enum CardsRule: String, DescribedRule {
    case malformed
    case cardWithoutNumber = "card-without-number"
    case nearNumber = "near-number"
    case nearMark = "near-mark"
    case unusableNumber = "unusable-number"
    case repeatedNumber = "repeated-number"

    var texts: RuleTexts {
        switch self {
        case .malformed:
            RuleTexts(
                "MalformedJSON", "The file is not valid JSON.",
                help: "Export the board again, or use an undamaged copy of the file.")
        case .cardWithoutNumber:
            RuleTexts(
                "CardWithoutNumber", "A card of a numbered board has no number in its title.",
                help: "Number the board with 'devtool cards --in-place'.")
        case .nearNumber:
            RuleTexts(
                "NearNumber",
                "A title begins with something that resembles a number but is not one.",
                help: "Write a number as '#' followed by digits, or leave the title as it is.")
        case .nearMark:
            RuleTexts(
                "NearMark", "A board's title ends in something that resembles '#' but is not.",
                help: "End the title in '#' if the board's cards are to be numbered.")
        case .unusableNumber:
            RuleTexts(
                "UnusableNumber", "A card has no usable 'idShort', so it is left alone.",
                help: "Export the board again; Trello gives every card a whole number.")
        case .repeatedNumber:
            RuleTexts(
                "RepeatedNumber", "Several cards of a board have the same number.",
                help: "Export the board again; Trello gives each card a number of its own.")
        }
    }
}
