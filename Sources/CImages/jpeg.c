#include "CImages.h"
#include "Opening.h"

#include <turbojpeg.h>

#define FUNCTIONS(apply)                                                                           \
    apply(tjInitDecompress) apply(tjDecompressHeader3) apply(tjDecompress2) apply(tjDestroy)
CIMAGES_LIBRARY(FUNCTIONS, "libturbojpeg.so.0", cimages_jpeg_load)

int cimages_jpeg_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    tjhandle handle = library.tjInitDecompress();
    if (handle == NULL) return -1;
    int columns = 0, rows = 0, subsampling = 0, colors = 0;
    int result = library.tjDecompressHeader3(handle, bytes, count, &columns, &rows, &subsampling,
                                             &colors);
    library.tjDestroy(handle);
    if (result != 0 || columns <= 0 || rows <= 0) return -1;
    *width = (uint32_t)columns;
    *height = (uint32_t)rows;
    return 0;
}

int cimages_jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        uint32_t height) {
    tjhandle handle = library.tjInitDecompress();
    if (handle == NULL) return -1;
    int result = library.tjDecompress2(handle, bytes, count, pixels, (int)width, 0, (int)height,
                                       TJPF_RGBA, 0);
    library.tjDestroy(handle);
    return result == 0 ? 0 : -1;
}
