// libcurl, opened when it is first used: linking it would cost every command 5 ms at start.
//
// `curl_easy_setopt` and `curl_easy_getinfo` are variadic, which Swift cannot call, so there is one
// function for each kind of argument. Every function except `ccurl_load` requires that `ccurl_load`
// has returned NULL.

#pragma once

#include <curl/curl.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libcurl. Returns NULL, or what kept it from being opened. Any thread may call it, any
/// number of times.
const char *_Nullable ccurl_load(void);

/// The versions of libcurl and of the libraries it uses, that for TLS among them.
const char *_Nonnull ccurl_version(void);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *_Nonnull handle);
CURLcode ccurl_easy_perform(CURL *_Nonnull handle);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *_Nonnull handle, CURLoption option, long value);
CURLcode ccurl_set_string(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value);
CURLcode ccurl_set_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer);
CURLcode ccurl_set_headers(CURL *_Nonnull handle, const struct curl_slist *_Nullable headers);
CURLcode ccurl_set_write_callback(
    CURL *_Nonnull handle, curl_write_callback _Nonnull callback, void *_Nonnull context);
CURLcode ccurl_set_progress_callback(
    CURL *_Nonnull handle, curl_xferinfo_callback _Nonnull callback, void *_Nonnull context);

CURLcode ccurl_get_long(CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_string(
    CURL *_Nonnull handle, CURLINFO info, const char *_Nullable *_Nonnull value);
CURLcode ccurl_get_offset(CURL *_Nonnull handle, CURLINFO info, curl_off_t *_Nonnull value);
/// The header field after another one, of the last response; the first after NULL.
struct curl_header *_Nullable ccurl_next_header(
    CURL *_Nonnull handle, struct curl_header *_Nullable previous);

struct curl_slist *_Nullable ccurl_slist_append(
    struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_slist_free_all(struct curl_slist *_Nullable list);

CURLU *_Nullable ccurl_url(void);
void ccurl_url_cleanup(CURLU *_Nonnull url);
CURLUcode ccurl_url_set(
    CURLU *_Nonnull url, CURLUPart part, const char *_Nonnull text, unsigned int flags);
CURLUcode ccurl_url_get(
    CURLU *_Nonnull url, CURLUPart part, char *_Nullable *_Nonnull text, unsigned int flags);
void ccurl_free(void *_Nullable pointer);

#ifdef __cplusplus
}
#endif
