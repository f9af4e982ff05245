#include "CImages.h"
#include "Opening.h"

// librsvg's header includes those of GLib, cairo and gdk-pixbuf, of which some lie in folders that differ by processor. So
// the few functions are declared here; `gboolean` is `int`, and the rectangle four doubles.
struct rectangle {
    double x, y, width, height;
};
void *rsvg_handle_new_from_data(const uint8_t *data, size_t count, void **error);
int rsvg_handle_render_document(void *handle, void *context, const struct rectangle *viewport,
                                void **error);
void *cairo_image_surface_create_for_data(uint8_t *data, int format, int width, int height,
                                          int stride);
void *cairo_create(void *surface);
void cairo_destroy(void *context);
void cairo_surface_flush(void *surface);
void cairo_surface_destroy(void *surface);
void g_object_unref(void *object);
void g_error_free(void *error);

// A search in librsvg finds the functions of the libraries that it depends on, too.
#define FUNCTIONS(apply)                                                                           \
    apply(rsvg_handle_new_from_data) apply(rsvg_handle_render_document)                            \
    apply(cairo_image_surface_create_for_data) apply(cairo_create) apply(cairo_destroy)            \
    apply(cairo_surface_flush) apply(cairo_surface_destroy) apply(g_object_unref)                  \
    apply(g_error_free)
CIMAGES_LIBRARY(FUNCTIONS, "librsvg-2.so.2", cimages_svg_load)

int cimages_svg_draw(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t side) {
    void *error = NULL;
    void *handle = library.rsvg_handle_new_from_data(bytes, count, &error);
    if (error != NULL) library.g_error_free(error);
    if (handle == NULL) return -1;
    // CAIRO_FORMAT_ARGB32 is 0; in memory blue comes first, where the machine is little-endian.
    void *surface = library.cairo_image_surface_create_for_data(pixels, 0, (int)side, (int)side,
                                                                (int)side * 4);
    void *context = library.cairo_create(surface);
    struct rectangle viewport = {0, 0, side, side};
    error = NULL;
    int isDrawn = library.rsvg_handle_render_document(handle, context, &viewport, &error);
    if (error != NULL) library.g_error_free(error);
    library.cairo_surface_flush(surface);
    library.cairo_destroy(context);
    library.cairo_surface_destroy(surface);
    library.g_object_unref(handle);
    for (size_t index = 0; index < (size_t)side * side * 4; index += 4) {
        uint8_t blue = pixels[index];
        pixels[index] = pixels[index + 2];
        pixels[index + 2] = blue;
    }
    return isDrawn ? 0 : -1;
}
