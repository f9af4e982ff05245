// libxml2's HTML parser, without a tree: a handler that looks at link elements only.
#include <libxml/HTMLparser.h>
#include <strings.h>
#include "round.h"

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes) {
    if (strcmp((const char *)name, "link") != 0 || !attributes) return;
    for (; attributes[0]; attributes += 2) {
        if (strcmp((const char *)attributes[0], "rel") != 0 || !attributes[1]) continue;
        char rel[256], *rest = rel;
        snprintf(rel, sizeof rel, "%s", (const char *)attributes[1]);
        for (char *token; (token = strsep(&rest, " \t\n\f\r"));)
            if (strcasecmp(token, "icon") == 0) {
                ++*(long *)context;
                break;
            }
    }
}

static long icons_in(Page page) {
    long found = 0;
    htmlSAXHandler handler = {.startElement = start_element};
    // Told that all is UTF-8, it spends nothing on conversion.
    htmlParserCtxtPtr parser =
        htmlCreatePushParserCtxt(&handler, &found, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                   HTML_PARSE_IGNORE_ENC);
    htmlParseChunk(parser, page.bytes, (int)page.count, 0);
    htmlParseChunk(parser, NULL, 0, 1);
    htmlFreeParserCtxt(parser);
    return found;
}
