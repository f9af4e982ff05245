#include "Decoders.h"
#include "Opening.h"

#include <png.h>
#include <string.h>

#define FUNCTIONS(apply)                                                                           \
    apply(png_image_begin_read_from_memory) apply(png_image_finish_read) apply(png_image_free)     \
    apply(png_image_write_to_memory)
CIMAGES_LIBRARY(FUNCTIONS, "libpng16.so.16", cimages_png_load)

static png_image new_image(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    return image;
}

int cimages_png_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    png_image image = new_image();
    if (!library.png_image_begin_read_from_memory(&image, bytes, count)) return CIMAGES_DAMAGED;
    *width = image.width;
    *height = image.height;
    library.png_image_free(&image);
    return CIMAGES_DONE;
}

int cimages_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                       uint32_t height) {
    png_image image = new_image();
    if (!library.png_image_begin_read_from_memory(&image, bytes, count)) return CIMAGES_DAMAGED;
    image.format = PNG_FORMAT_RGBA;
    int isRead = 0;
    if (image.width == width && image.height == height)
        isRead = library.png_image_finish_read(&image, NULL, pixels, 0, NULL);
    library.png_image_free(&image);
    return isRead ? CIMAGES_DONE : CIMAGES_DAMAGED;
}

size_t cimages_png_encoded_size(uint32_t width, uint32_t height, const uint8_t *pixels,
                                const uint8_t *palette, uint32_t colors) {
    png_image image = new_image();
    image.width = width;
    image.height = height;
    image.format = palette == NULL ? PNG_FORMAT_RGBA : PNG_FORMAT_RGBA_COLORMAP;
    image.colormap_entries = colors;
    png_alloc_size_t size = 0;
    int isWritten =
        library.png_image_write_to_memory(&image, NULL, &size, 0, pixels, 0, palette);
    return isWritten ? size : 0;
}
