// zlib, loaded on first use. All other functions require that `czlib_load` has returned 0.

#pragma once

#include <zlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads zlib; thread-safe and idempotent. Returns 0, or -1 on failure.
int czlib_load(void);

/// `zlibVersion`.
const char *_Nonnull czlib_version(void);

/// `crc32`: updates a checksum with more bytes; the initial value is 0.
uLong czlib_crc32(uLong checksum, const Bytef *_Nullable bytes, uInt count);

/// `inflateInit2` for a raw stream (RFC 1951). The stream must not move until its end.
int czlib_inflate_begin(z_stream *_Nonnull stream);
/// `inflate` without a flush.
int czlib_inflate(z_stream *_Nonnull stream);
void czlib_inflate_end(z_stream *_Nonnull stream);

#ifdef __cplusplus
}
#endif
