import Foundation
import TestSupport
import Testing

/// Pictures that Pillow has drawn, a small one of each format, and what they are.
struct RealPicture: Sendable, CustomTestStringConvertible {
    /// The media type.
    let type: String
    /// The sizes, as `sizes` has them.
    let sizes: String
    /// The file.
    let bytes: [UInt8]

    var testDescription: String { type }

    private init(_ type: String, _ sizes: String, _ text: String) {
        self.type = type
        self.sizes = sizes
        bytes = Data(base64Encoded: text).map(Array.init) ?? []
    }

    /// One of each format.
    static let all: [RealPicture] = [
        RealPicture(
            "image/png", "24x24",
            """
            iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAYAAADgdz34AAAAiklEQVR42rXUyw2AIBCE4fEvhDo8UL4H67AR\
            PZkYI8hjlhOwk3yELCySzj1lRQ32lLUeWxwgSZEI9yQK4bmIQHhvuBG+Np0IpYILoVZ0IPwFZhFaQjMIrcFR\
            hJ7wCELviXoRRu61B2G0O1oRZnq8BWH2pf4hOP6bGmIBaogNKCFW4AuxA28kBHgiF/IsR1ECFmb/AAAAAElF\
            TkSuQmCC
            """),
        RealPicture(
            "image/gif", "24x24",
            """
            R0lGODdhGAAYAIEAAMgePAAAAAAAAAAAACwAAAAAGAAYAEAIRgADABhIsKDBgwgJCkzIsKFChwsdSjwYcaJF\
            ABUxXpSYcSNFjw07gnw4EuFCkSBRelS5keVFlxZhTpTJsaRBmhBtFsQZMiAAOw==
            """),
        RealPicture(
            "image/jpeg", "24x24",
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObD\
            oKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4\
            +Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAYABgDASIAAhEBAxEB/8QAFgABAQEAAAAA\
            AAAAAAAAAAAAAAIE/8QAFxABAAMAAAAAAAAAAAAAAAAAADJysf/EABcBAAMBAAAAAAAAAAAAAAAAAAABAgT/\
            xAAZEQEAAgMAAAAAAAAAAAAAAAAAAQIRITH/2gAMAwEAAhEDEQA/AMkK4oTCuJbuKAIwABMK4AaLWxqH/9k=
            """),
        RealPicture(
            "image/webp", "24x24",
            """
            UklGRjgAAABXRUJQVlA4TCwAAAAvF8AFAA8wHoM8PPMfeFDTNpIEfaEtlIVw5X/n/hBE9L8Oj8um0yiSwG8o\
            AA==
            """),
        RealPicture(
            "image/webp", "24x24",
            """
            UklGRmgAAABXRUJQVlA4IFwAAABwAwCdASoYABgAP3Gix1i0rCgjsAgCkC4JZGtySnOTtLjSswAA/t+bgdGE\
            MExNoKcwzl9etAoXqZd4Fk/qT7eOdd4FgfHBe0itViA9poNnhV3f5Ny5HyuI2ZykAA==
            """),
        RealPicture(
            "image/bmp", "16x16",
            """
            Qk1+AAAAAAAAAD4AAAAoAAAAEAAAABAAAAABAAEAAAAAAEAAAADEDgAAxA4AAAIAAAACAAAAAAAAAP///wBE\
            pAAAKUgAAKQSAAAKpAAAUEEAAEqKAAARFAAApCEAABJKAABUkQAAQSQAABJKAACkkQAAESQAAEpKAAAREQAA
            """),
        RealPicture(
            "image/vnd.microsoft.icon", "16x16 32x32",
            """
            AAABAAIAEBAAAAAAIADyAAAAJgAAACAgAAAAACAAtwEAABgBAACJUE5HDQoaCgAAAA1JSERSAAAAEAAAABAI\
            BgAAAB/z/2EAAAC5SURBVHicnc67CsIwFIDhPzGFdmictUYfykUQvD2YqCD4XNa6Nw4VjK2TULw2PdM5Z/j5\
            xDjuVUttGAUReelQCHxGrrThYM+ktytaKO5UfoGhipjqhK1NSV1BLBXOIyLzypEEITM9YGdPZJ4SqRBcSodR\
            EQtt2HhKJEAHgW0pkc+lrUTWjzYS+frwlbwFfCUfAz6Sr4Gmkp+BJpK/gV+SrlDNAq+SuTbsbcbRFc0DdYkJ\
            Qia6z9qmPACtFJtBnlzr2AAAAABJRU5ErkJggolQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAA\
            AX5JREFUeJy90r9Kw0AAx/FvLv2j1gqpbYfqIrUoOLj5CPoKxcXRzUFcBAcHwUUc3HwB8RX0Edw6CEItTkpp\
            tQFrtWmbxsWDDBHSNHe/6bjpw93XALzT/Bp72WWaroOB3omz/DoPPzaXdoOimUIAnk7A7sISq8kMNafLbfcN\
            MJgxhDaEaI0cDqwVdjIFzjt16oMeI8/D1PQZAqDjDtmeK3Bd3GS/VeP+u82imdQHcPFIGAaVVIbjXIW7XpsL\
            u0FBQxMCwAD63hjwqGZLbKTneXS+tDQh5MEAxkDbHXBklbU1IYIuPzQ2EQjQ2UQgQGcTgQCJ0NHEvwD/VDYR\
            CqCyiVAAlU2EAkiEiiZCA/yLs4lIgDibiASIs4lIAImIo4nIAP+maSIWwDRNxAKYpolYABIRpYnYAP5N0oQS\
            wCRNKAFM0oQSgESEaUIZwL+gJnJ/TWgBBDVxZb9QTKRJ6ADIJkygmi3RHPV5Hva4+XzV8wISMQZa7oBDq8zW\
            rMXJ+xO/HaE/Dw1KFx0AAAAASUVORK5CYII=
            """),
        RealPicture(
            "image/avif", "24x24",
            """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGlj\
            dAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAOgAAAChp\
            aW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAA\
            AAAAGAAAABgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1h\
            AAAAAAAAAAEAAQQBAoMEAAAAQm1kYXQSAAoJGBEvdogIaDQgMitHYeHhZ3ccccCwBQDQWNEqhC+WyFN+tQEK\
            Ks9S7DqR5MEFcBEq4IfTbklA
            """),
    ]
}
