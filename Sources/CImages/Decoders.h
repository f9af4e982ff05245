// What the child does with each library.

#pragma once

#include "CImages.h"

int cimages_png_load(void);
int cimages_png_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
int cimages_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                       uint32_t height);

int cimages_jpeg_load(void);
int cimages_jpeg_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
int cimages_jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        uint32_t height);

int cimages_webp_load(void);
int cimages_webp_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
int cimages_webp_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                        uint32_t height);

int cimages_svg_load(void);
int cimages_svg_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);
int cimages_svg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width,
                       uint32_t height);
