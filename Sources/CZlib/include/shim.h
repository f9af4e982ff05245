// zlib, opened when it is first used. Every function except `czlib_load` requires that `czlib_load` has
// returned 0.

#pragma once

#include <zlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens zlib. Returns 0, or -1 where it cannot be opened. Any thread may call it, any number of times.
int czlib_load(void);

/// `zlibVersion`.
const char *_Nonnull czlib_version(void);

/// `crc32`: the checksum of some bytes and of those before them; that of none is 0.
uLong czlib_crc32(uLong checksum, const Bytef *_Nullable bytes, uInt count);

/// `inflateInit2` for a stream of RFC 1951 without a header. The stream must not move until its end.
int czlib_inflate_begin(z_stream *_Nonnull stream);
/// `inflate` without a flush.
int czlib_inflate(z_stream *_Nonnull stream);
void czlib_inflate_end(z_stream *_Nonnull stream);

#ifdef __cplusplus
}
#endif
