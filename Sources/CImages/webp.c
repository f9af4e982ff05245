#include "CImages.h"
#include "Opening.h"

#include <webp/decode.h>

#define FUNCTIONS(apply) apply(WebPGetInfo) apply(WebPDecodeRGBAInto)
CIMAGES_LIBRARY(FUNCTIONS, "libwebp.so.7", cimages_webp_load)

int cimages_webp_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    int columns = 0, rows = 0;
    if (!library.WebPGetInfo(bytes, count, &columns, &rows)) return -1;
    *width = (uint32_t)columns;
    *height = (uint32_t)rows;
    return 0;
}

int cimages_webp_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        size_t capacity) {
    uint8_t *end = library.WebPDecodeRGBAInto(bytes, count, pixels, capacity, (int)width * 4);
    return end == NULL ? -1 : 0;
}
