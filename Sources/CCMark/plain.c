#include "CCMark.h"

#include <stdbool.h>
#include <stdint.h>

// What a byte may be in a text that has no markup. What is not named is, or may begin, markup, or no character of a
// page.
enum { Markup, Letter, Sign, Blank, Break, Backslash, Colon, Dot, MayBeControl };

static const uint8_t kinds[256] = {
    ['\t'] = Blank, [' '] = Blank, ['\n'] = Break, ['\\'] = Backslash, [':'] = Colon, ['.'] = Dot,
    ['!'] = Sign, ['"'] = Sign, ['#'] = Sign, ['$'] = Sign, ['%'] = Sign, ['\''] = Sign, ['('] = Sign,
    [')'] = Sign, ['+'] = Sign, [','] = Sign, ['-'] = Sign, ['/'] = Sign, [';'] = Sign, ['='] = Sign,
    ['?'] = Sign, ['^'] = Sign, ['{'] = Sign, ['|'] = Sign, ['}'] = Sign,
    ['0' ... '9'] = Sign, ['A' ... 'Z'] = Letter, ['a' ... 'z'] = Letter,
    [0x80 ... 0xC1] = Letter, [0xC2] = MayBeControl, [0xC3 ... 0xFF] = Letter,
};

int ccmark_is_plain(const char *text, size_t count) {
    const uint8_t *bytes = (const uint8_t *)text;
    // A byte order mark is no text.
    if (count == 0 || bytes[0] == 0xEF) return 0;
    uint8_t before = Break;
    for (size_t index = 0; index < count; index++) {
        uint8_t kind = kinds[bytes[index]];
        uint8_t next = index + 1 < count ? bytes[index + 1] : '\n';
        bool isPlain;
        switch (kind) {
        case Letter: isPlain = true; break;
        // Anything else at the beginning of a line may make it a heading, a list, or part of a table.
        case Sign: isPlain = before != Break; break;
        // Lines lose their blanks at either end, two of which may be a line break.
        case Blank: isPlain = before != Break && next != '\n'; break;
        case Break: isPlain = index > 0 && index + 1 < count; break;
        // Before a letter a backslash is itself.
        case Backslash: isPlain = before != Break && kinds[next] == Letter; break;
        // "://" begins an address; so does "www.", whatever is before it.
        case Colon: isPlain = before != Break && next != '/'; break;
        case Dot: isPlain = before != Break && (bytes[index - 1] | 0x20) != 'w'; break;
        case MayBeControl: isPlain = next >= 0xA0; break;
        default: isPlain = false;
        }
        if (!isPlain) return 0;
        before = kind;
    }
    return 1;
}
