// Decodes images with libpng, libjpeg-turbo, libwebp and librsvg, each loaded on first use.
//
// Images are untrusted and the libraries have bugs, so decoding runs in a child process, which serves all images. It
// ends with its parent, or if an image crashes it or exceeds a limit; then another one starts.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cimages_library { CIMAGES_PNG = 0, CIMAGES_JPEG = 1, CIMAGES_WEBP = 2, CIMAGES_SVG = 3 };

enum cimages_result {
    CIMAGES_DONE = 0,
    /// The file is truncated or corrupt, and only some of the pixels are right.
    CIMAGES_PARTIAL = 1,
    /// The file is not an image of its format.
    CIMAGES_DAMAGED = -1,
    /// The library does not support the image, or has a limit that browsers lack.
    CIMAGES_REFUSED = -2,
    /// It took too long, or no memory or process was available.
    CIMAGES_STOPPED = -3,
    CIMAGES_CRASHED = -4,
};

/// The limits in bytes of a file and of its pixels.
#define CIMAGES_BYTE_LIMIT (4 << 20)
#define CIMAGES_PIXEL_LIMIT (64 << 20)

/// Loads a library; thread-safe and idempotent. Returns 0, or -1 on failure. The other functions require success.
int cimages_load(enum cimages_library library);

/// The size of an image; for an SVG, the fixed size at which it is drawn on a transparent square.
int cimages_size(enum cimages_library library, const uint8_t *_Nonnull bytes, size_t count,
                 uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Writes the pixels in RGBA order, one byte per component, row by row without padding.
///
/// The colors of an SVG are premultiplied. Decoding stops after `seconds` of processor time, or if it needs more than
/// `memory` additional bytes.
int cimages_decode(enum cimages_library library, const uint8_t *_Nonnull bytes, size_t count,
                   uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint32_t seconds,
                   size_t memory);

/// The size in bytes of these pixels as a PNG; 0 if libpng fails.
///
/// With a palette of `colors` entries of four bytes, each pixel is a one-byte index. This runs in the calling process,
/// because the pixels are devtool's own.
size_t cimages_png_encoded_size(uint32_t width, uint32_t height, const uint8_t *_Nonnull pixels,
                                const uint8_t *_Nullable palette, uint32_t colors);

#ifdef __cplusplus
}
#endif
