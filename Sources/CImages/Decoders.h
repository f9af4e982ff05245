// The functions that the child calls for each library.

#pragma once

#include "CImages.h"

#define CIMAGES_DECODER(name)                                                                      \
    int cimages_##name##_load(void);                                                               \
    int cimages_##name##_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height); \
    int cimages_##name##_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width, \
                                uint32_t height);

CIMAGES_DECODER(png)
CIMAGES_DECODER(jpeg)
CIMAGES_DECODER(webp)
CIMAGES_DECODER(svg)
