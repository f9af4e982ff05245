import JSON

/// The keys of an export that devtool reads.
enum ExportKey: String, CaseIterable, Sendable {
    // Boards, and most of their parts.
    case id, name, url, shortUrl, closed, pos, type, date, text, value
    case cards, lists, labels, members, checklists, customFields, actions
    // Cards.
    case idShort, desc, idList, idLabels, idMembers, start, due, dueComplete, dateLastActivity
    case attachments, badges, idMembersVoted, customFieldItems, cover, idAttachmentCover
    case isTemplate, address, locationName, coordinates, latitude, longitude
    case idAttachment, sharedSourceUrl, color, mimeType, bytes, isUpload
    case comments, votes, checkItemsChecked
    // Checklists and their items.
    case idCard, checkItems, state, idMember
    // Members and custom fields.
    case username, fullName, options, number, checked, idCustomField, idValue
    case optionID = "_id"
    // Required by importers.
    case prefs, display, idChecklists
    // Actions.
    case data, card, old, idMemberCreator, memberCreator, dateLastEdited
}

extension ExportKey {
    /// The index of the case.
    ///
    /// Safety: an enumeration without associated values is stored as the index of its case.
    var number: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
