#include "Decoders.h"
#include "Opening.h"

#include <string.h>

// librsvg's header includes those of GLib, cairo and gdk-pixbuf, some in folders that differ by architecture. So the
// few functions are declared here, with `int` for `gboolean`.
struct rectangle {
    double x, y, width, height;
};
struct failure {
    uint32_t domain;
    int code;
    const char *message;
};
void *rsvg_handle_new_from_data(const uint8_t *data, size_t count, struct failure **error);
int rsvg_handle_render_document(void *handle, void *context, const struct rectangle *viewport,
                                struct failure **error);
void *cairo_image_surface_create_for_data(uint8_t *data, int format, int width, int height,
                                          int stride);
void *cairo_create(void *surface);
void cairo_surface_flush(void *surface);
void cairo_destroy(void *context);
void cairo_surface_destroy(void *surface);
void g_object_unref(void *object);
void g_error_free(struct failure *error);

// dlsym on librsvg also finds the functions of its dependencies.
#define FUNCTIONS(apply)                                                                           \
    apply(rsvg_handle_new_from_data) apply(rsvg_handle_render_document)                            \
    apply(cairo_image_surface_create_for_data) apply(cairo_create) apply(cairo_surface_flush)      \
    apply(cairo_destroy) apply(cairo_surface_destroy) apply(g_object_unref) apply(g_error_free)
CIMAGES_LIBRARY(FUNCTIONS, "librsvg-2.so.2", cimages_svg_load)

// The width and height at which SVGs are drawn.
#define SIDE 256

int cimages_svg_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    (void)bytes, (void)count;
    *width = *height = SIDE;
    return CIMAGES_DONE;
}

int cimages_svg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                       uint32_t height) {
    struct failure *error = NULL;
    void *handle = library.rsvg_handle_new_from_data(bytes, count, &error);
    if (handle == NULL) {
        int isOfSyntax = error != NULL && strstr(error->message, "XML parse error") != NULL;
        if (error != NULL) library.g_error_free(error);
        return isOfSyntax ? CIMAGES_DAMAGED : CIMAGES_REFUSED;
    }
    // CAIRO_FORMAT_ARGB32 is 0; on little-endian machines, blue is first in memory.
    void *surface = library.cairo_image_surface_create_for_data(pixels, 0, (int)width, (int)height,
                                                                (int)width * 4);
    void *context = library.cairo_create(surface);
    struct rectangle viewport = {0, 0, width, height};
    int isDrawn = library.rsvg_handle_render_document(handle, context, &viewport, NULL);
    library.cairo_surface_flush(surface);
    library.cairo_destroy(context);
    library.cairo_surface_destroy(surface);
    library.g_object_unref(handle);
    for (size_t index = 0; index < (size_t)width * height * 4; index += 4) {
        uint8_t blue = pixels[index];
        pixels[index] = pixels[index + 2];
        pixels[index + 2] = blue;
    }
    return isDrawn ? CIMAGES_DONE : CIMAGES_REFUSED;
}
