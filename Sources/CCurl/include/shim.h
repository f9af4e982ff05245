// libcurl, loaded on first use, because linking it would add 5 ms to the start of every command.
//
// `curl_easy_setopt` and `curl_easy_getinfo` are variadic, which Swift cannot call, so there is a function for each
// type of argument. All other functions require that `ccurl_load` has returned NULL.

#pragma once

#include <curl/curl.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads libcurl; thread-safe and idempotent. Returns NULL, or the reason for a failure.
const char *_Nullable ccurl_load(void);

/// The versions of libcurl and its dependencies, including TLS.
const char *_Nonnull ccurl_version(void);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *_Nonnull handle);
void ccurl_easy_reset(CURL *_Nonnull handle);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *_Nonnull handle, CURLoption option, long value);
CURLcode ccurl_set_string(
    CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer);
CURLcode ccurl_set_headers(CURL *_Nonnull handle, const struct curl_slist *_Nullable headers);
/// Makes the transfer a PUT of a file's `size` bytes from its position on.
CURLcode ccurl_set_upload(CURL *_Nonnull handle, FILE *_Nonnull file, curl_off_t size);
CURLcode ccurl_set_write_callback(
    CURL *_Nonnull handle, curl_write_callback _Nonnull callback, void *_Nonnull context);
CURLcode ccurl_set_header_callback(
    CURL *_Nonnull handle, curl_write_callback _Nonnull callback, void *_Nonnull context);
/// Sets the function that opens a socket to an address.
CURLcode ccurl_set_socket_callback(
    CURL *_Nonnull handle, curl_opensocket_callback _Nonnull callback, void *_Nonnull context);
/// Sets the function to call between connecting and sending the request.
CURLcode ccurl_set_request_callback(
    CURL *_Nonnull handle, curl_prereq_callback _Nonnull callback, void *_Nonnull context);
CURLcode ccurl_set_share(CURL *_Nonnull handle, CURLSH *_Nonnull share);

CURLcode ccurl_get_long(CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_string(
    CURL *_Nonnull handle, CURLINFO info, const char *_Nullable *_Nonnull value);
CURLcode ccurl_get_offset(CURL *_Nonnull handle, CURLINFO info, curl_off_t *_Nonnull value);
/// Returns a list that the caller must free.
CURLcode ccurl_get_list(
    CURL *_Nonnull handle, CURLINFO info, struct curl_slist *_Nullable *_Nonnull value);

struct curl_slist *_Nullable ccurl_slist_append(
    struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_slist_free_all(struct curl_slist *_Nullable list);

/// Names the calling thread, for debuggers; at most 15 bytes.
void ccurl_name_thread(const char *_Nonnull name);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull handle);
void ccurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull handle);
void ccurl_multi_perform(CURLM *_Nonnull multi);
void ccurl_multi_poll(CURLM *_Nonnull multi, int milliseconds);
/// Ends the poll of another thread, or the next one.
void ccurl_multi_wakeup(CURLM *_Nonnull multi);
/// The next finished transfer with its result; NULL if there is none.
CURL *_Nullable ccurl_multi_next_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull code);

CURLSH *_Nullable ccurl_share_init(void);
void ccurl_share_cleanup(CURLSH *_Nonnull share);
/// Makes the handles that use `share` share `data`; they must all be on one thread.
void ccurl_share(CURLSH *_Nonnull share, curl_lock_data data);

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
