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
    // Of an action.
    case data, card, old, idMemberCreator, memberCreator, dateLastEdited
}

/// Some keys, told from others by what is at hand first.
struct KeySet: Sendable {
    /// The keys, each in its slot or, where that is taken, in one of the next.
    private var slots = [(spelling: JSONKey, key: ExportKey)?](
        repeating: nil, count: JSONKey.slotCount)

    /// A set of keys.
    init(_ keys: Set<ExportKey>) {
        precondition(keys.count < slots.count)
        for key in keys {
            let spelling = JSONKey(key.rawValue)
            var slot = spelling.slot
            while slots[slot] != nil { slot = (slot + 1) % slots.count }
            slots[slot] = (spelling, key)
        }
    }

    /// The key that is spelled so, if it is one of them.
    func key(spelled text: Span<UInt8>) -> ExportKey? {
        var spelling = JSONKey()
        spelling.append(text)
        return first(like: spelling) { key in
            // A short spelling is the whole key.
            text.count <= 8
                || text.withUnsafeBufferPointer { $0.elementsEqual(key.rawValue.utf8) }
        }
    }

    /// False for a key that is none of them.
    func mayContain(_ spelling: JSONKey) -> Bool { first(like: spelling) { _ in true } != nil }

    private func first(
        like spelling: JSONKey, where isKey: (ExportKey) -> Bool
    ) -> ExportKey? {
        var slot = spelling.slot
        while let other = slots[slot] {
            if other.spelling == spelling, isKey(other.key) { return other.key }
            slot = (slot + 1) % JSONKey.slotCount
        }
        return nil
    }
}
