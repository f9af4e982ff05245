// The libraries that decode pictures, each opened when it is first used: libpng, libjpeg-turbo, libwebp and librsvg.
// Every function except the ones named `…_load` requires that the one of its library has returned 0.
//
// What decodes writes red, green, blue and opacity of each pixel, a byte each, row by row, without gaps.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a picture.
enum cimages_result {
    CIMAGES_DONE = 0,
    /// The file is cut off or spoiled, and only a part of the pixels is right.
    CIMAGES_PARTIAL = 1,
    /// The file is not a picture of its format.
    CIMAGES_DAMAGED = -1,
    /// The library does not support the picture, or has a limit that browsers do not have.
    CIMAGES_REFUSED = -2,
    /// Drawing took too long, or too much memory.
    CIMAGES_STOPPED = -3,
};

/// Opens a library. Returns 0, or -1 where it cannot be opened. Any thread may call it, any number of times.
int cimages_png_load(void);
int cimages_jpeg_load(void);
int cimages_webp_load(void);
int cimages_svg_load(void);

int cimages_png_size(const uint8_t *_Nonnull bytes, size_t count, uint32_t *_Nonnull width,
                     uint32_t *_Nonnull height);
int cimages_png_decode(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels,
                       size_t capacity);
/// How many bytes a PNG of these pixels has; 0 where libpng fails. With a palette of so many colours, each four bytes,
/// the pixels are a byte each: the number of its colour.
size_t cimages_png_encoded_size(uint32_t width, uint32_t height, const uint8_t *_Nonnull pixels,
                                const uint8_t *_Nullable palette, uint32_t colors);

int cimages_jpeg_size(const uint8_t *_Nonnull bytes, size_t count, uint32_t *_Nonnull width,
                      uint32_t *_Nonnull height);
int cimages_jpeg_decode(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels,
                        uint32_t width, uint32_t height);

int cimages_webp_size(const uint8_t *_Nonnull bytes, size_t count, uint32_t *_Nonnull width,
                      uint32_t *_Nonnull height);
int cimages_webp_decode(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels,
                        uint32_t width, size_t capacity);

/// Draws an SVG into a square, on nothing, in a process of its own, which is stopped after so many
/// seconds of the processor, or when it wants so many bytes of memory more: drawings come from strangers. Colours come multiplied by their opacity.
int cimages_svg_draw(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels,
                     uint32_t side, uint32_t seconds, size_t memory);

#ifdef __cplusplus
}
#endif
