import JSON

/// The members of an export that are of use, by their names.
enum ExportKey: String, CaseIterable, Sendable {
    // Of a board, and of most of what it has.
    case id, name, url, shortUrl, closed, pos, type, date, text, value
    case cards, lists, labels, members, checklists, customFields, actions
    // Of a card.
    case idShort, desc, idList, idLabels, idMembers, start, due, dueComplete, dateLastActivity
    case attachments, badges, idMembersVoted, customFieldItems, cover, idAttachmentCover
    case isTemplate, address, locationName, coordinates, latitude, longitude
    case idAttachment, sharedSourceUrl, color, mimeType, bytes, isUpload
    case comments, votes, checkItemsChecked
    // Of a checklist and its items.
    case idCard, checkItems, state, idMember
    // Of members and custom fields.
    case username, fullName, options, number, checked, idCustomField, idValue
    case optionID = "_id"
    // What importers require.
    case prefs, display, idChecklists
    // Of an action.
    case data, card, old, idMemberCreator, memberCreator, dateLastEdited
}

extension ExportKey {
    /// How many there are at most.
    static let limit = 72

    /// The number of the key among all.
    ///
    /// Safety: an enumeration without values is held as the number of its case.
    var number: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
