#include "Decoders.h"
#include "Opening.h"

#include <webp/decode.h>

#define FUNCTIONS(apply) apply(WebPGetFeaturesInternal) apply(WebPDecodeRGBAInto)
CIMAGES_LIBRARY(FUNCTIONS, "libwebp.so.7", cimages_webp_load)

int cimages_webp_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    WebPBitstreamFeatures features;
    if (library.WebPGetFeaturesInternal(bytes, count, &features, WEBP_DECODER_ABI_VERSION) !=
        VP8_STATUS_OK)
        return CIMAGES_DAMAGED;
    // Animations need another library.
    if (features.has_animation) return CIMAGES_REFUSED;
    *width = (uint32_t)features.width;
    *height = (uint32_t)features.height;
    return CIMAGES_DONE;
}

int cimages_webp_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        uint32_t height) {
    size_t size = (size_t)width * height * 4;
    uint8_t *end = library.WebPDecodeRGBAInto(bytes, count, pixels, size, (int)width * 4);
    return end == NULL ? CIMAGES_DAMAGED : CIMAGES_DONE;
}
