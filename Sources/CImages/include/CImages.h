// The libraries that decode pictures, each opened when it is first used: libpng, libjpeg-turbo, libwebp and librsvg.
//
// Pictures come from strangers, and libraries have faults: all of it is done in a child process, which goes on with the
// next picture. It ends with its parent, or with a picture that it cannot stand; then another one is started.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cimages_library { CIMAGES_PNG = 0, CIMAGES_JPEG = 1, CIMAGES_WEBP = 2, CIMAGES_SVG = 3 };

/// What became of a picture.
enum cimages_result {
    CIMAGES_DONE = 0,
    /// The file is cut off or spoiled, and only a part of the pixels is right.
    CIMAGES_PARTIAL = 1,
    /// The file is not a picture of its format.
    CIMAGES_DAMAGED = -1,
    /// The library does not support the picture, or has a limit that browsers do not have.
    CIMAGES_REFUSED = -2,
    /// It took too long, or there is no memory or process to be had.
    CIMAGES_STOPPED = -3,
    /// The library has crashed.
    CIMAGES_CRASHED = -4,
};

/// The most bytes of a picture, and of its pixels.
#define CIMAGES_BYTE_LIMIT (4 << 20)
#define CIMAGES_PIXEL_LIMIT (64 << 20)

/// Opens a library. Returns 0, or -1 where it cannot be opened. Any thread may call it, any number of times; the other
/// functions require that it has returned 0.
int cimages_load(enum cimages_library library);

/// The size of a picture; of an SVG it is the size in which it is drawn, which is a square on nothing.
int cimages_size(enum cimages_library library, const uint8_t *_Nonnull bytes, size_t count,
                 uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Writes red, green, blue and opacity of each pixel, a byte each, row by row, without gaps; the colours of an SVG are
/// multiplied by their opacity. It is stopped after so many seconds of the processor, or when it wants so many bytes of
/// memory more.
int cimages_decode(enum cimages_library library, const uint8_t *_Nonnull bytes, size_t count,
                   uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint32_t seconds,
                   size_t memory);

/// How many bytes a PNG of these pixels has; 0 where libpng fails. With a palette of so many colours, each four bytes,
/// the pixels are a byte each: the number of its colour. It is done in the process itself: the pixels are no stranger's.
size_t cimages_png_encoded_size(uint32_t width, uint32_t height, const uint8_t *_Nonnull pixels,
                                const uint8_t *_Nullable palette, uint32_t colors);

#ifdef __cplusplus
}
#endif
