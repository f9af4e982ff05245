#include "Decoders.h"
#include "Opening.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#define FUNCTIONS(apply)                                                                           \
    apply(tjInitDecompress) apply(tjDecompressHeader3) apply(tjDecompress2) apply(tjDestroy)       \
    apply(tjGetErrorCode) apply(tjGetErrorStr2)
CIMAGES_LIBRARY(FUNCTIONS, "libturbojpeg.so.0", cimages_jpeg_load)

static int read_header(tjhandle handle, const uint8_t *bytes, size_t count, int *columns, int *rows,
                       int *colors) {
    int subsampling = 0;
    int result = library.tjDecompressHeader3(handle, bytes, count, columns, rows, &subsampling,
                                             colors);
    return result == 0 && *columns > 0 && *rows > 0 ? CIMAGES_DONE : CIMAGES_DAMAGED;
}

int cimages_jpeg_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    tjhandle handle = library.tjInitDecompress();
    if (handle == NULL) return CIMAGES_REFUSED;
    int columns = 0, rows = 0, colors = 0;
    int result = read_header(handle, bytes, count, &columns, &rows, &colors);
    library.tjDestroy(handle);
    *width = (uint32_t)columns;
    *height = (uint32_t)rows;
    return result;
}

/// Interprets a failure; trailing bytes are not an error, as in browsers.
static int failure(tjhandle handle) {
    const char *text = library.tjGetErrorStr2(handle);
    if (library.tjGetErrorCode(handle) == TJERR_WARNING)
        return strstr(text, "Corrupt JPEG data") != NULL && strstr(text, "extraneous") == NULL
                   ? CIMAGES_PARTIAL
                   : CIMAGES_DONE;
    return strstr(text, "Unsupported") != NULL || strstr(text, "scans") != NULL ? CIMAGES_REFUSED
                                                                                : CIMAGES_DAMAGED;
}

int cimages_jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        uint32_t height) {
    tjhandle handle = library.tjInitDecompress();
    // Browsers do not require an end marker. Appending one makes the library report missing data before it.
    uint8_t *ended = malloc(count + 2);
    if (handle == NULL || ended == NULL) {
        if (handle != NULL) library.tjDestroy(handle);
        free(ended);
        return CIMAGES_REFUSED;
    }
    memcpy(ended, bytes, count);
    memcpy(ended + count, "\xFF\xD9", 2);
    int columns = 0, rows = 0, colors = 0;
    int result = read_header(handle, ended, count + 2, &columns, &rows, &colors);
    // The library does not convert CMYK to RGB.
    int isForPrint = colors == TJCS_CMYK || colors == TJCS_YCCK;
    if (result == 0 &&
        library.tjDecompress2(handle, ended, count + 2, pixels, (int)width, 0, (int)height,
                              isForPrint ? TJPF_CMYK : TJPF_RGBA, TJFLAG_LIMITSCANS) != 0)
        result = failure(handle);
    library.tjDestroy(handle);
    free(ended);
    if (isForPrint) {
        // CMYK values are inverted, as Adobe writes them and browsers expect.
        for (size_t index = 0; index < (size_t)width * height * 4; index += 4) {
            for (int ink = 0; ink < 3; ink++)
                pixels[index + ink] = (uint8_t)(pixels[index + ink] * pixels[index + 3] / 255);
            pixels[index + 3] = 255;
        }
    }
    return result;
}
