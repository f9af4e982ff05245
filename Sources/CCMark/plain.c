#include "CCMark.h"

#include <stdbool.h>
#include <stdint.h>

// The role of each byte in text without markup. Unlisted bytes are markup, may begin markup, or are not valid in a
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
    // A byte order mark is not text.
    if (count == 0 || bytes[0] == 0xEF) return 0;
    uint8_t before = Break;
    for (size_t index = 0; index < count; index++) {
        uint8_t kind = kinds[bytes[index]];
        uint8_t next = index + 1 < count ? bytes[index + 1] : '\n';
        bool isPlain;
        switch (kind) {
        case Letter: isPlain = true; break;
        // At the beginning of a line, it may start a heading, a list, or a table row.
        case Sign: isPlain = before != Break; break;
        // Leading and trailing spaces are removed, and two trailing spaces may be a line break.
        case Blank: isPlain = before != Break && next != '\n'; break;
        case Break: isPlain = index > 0 && index + 1 < count; break;
        // Before a letter, a backslash is literal.
        case Backslash: isPlain = before != Break && kinds[next] == Letter; break;
        // "://" and "www." may be part of a URL.
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
