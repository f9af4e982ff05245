#include "shim.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

// The macros of curl.h that check types stand in the way of declaring pointers of the same names.
#undef curl_easy_setopt
#undef curl_easy_getinfo

// The functions of libcurl that are used: every name is listed once.
#define CCURL_FUNCTIONS(apply)                                                                     \
    apply(curl_global_init) apply(curl_easy_init) apply(curl_easy_cleanup)                         \
    apply(curl_easy_perform) apply(curl_easy_strerror) apply(curl_easy_setopt)                     \
    apply(curl_easy_getinfo) apply(curl_slist_append) apply(curl_slist_free_all)                   \
    apply(curl_url) apply(curl_url_cleanup) apply(curl_url_set) apply(curl_url_get)                \
    apply(curl_free) apply(curl_version) apply(curl_easy_nextheader)

#define CCURL_DECLARE(name) __typeof__(&name) name;
static struct {
    CCURL_FUNCTIONS(CCURL_DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

// libcurl reads international host names in the character set of the thread's locale, and devtool,
// like every program that does not ask for another, runs in the locale "C".
static locale_t utf8;

static void load(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define CCURL_FIND(name)                                                                           \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) {                                                                    \
        snprintf(failure, sizeof failure, "libcurl.so.4 has no %s", #name);                        \
        return;                                                                                    \
    }
    CCURL_FUNCTIONS(CCURL_FIND)
    CURLcode code = library.curl_global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(failure, sizeof failure, "libcurl.so.4: %s", library.curl_easy_strerror(code));
    }
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }

void ccurl_easy_cleanup(CURL *handle) { library.curl_easy_cleanup(handle); }

CURLcode ccurl_easy_perform(CURL *handle) {
    locale_t caller = uselocale(utf8);
    CURLcode code = library.curl_easy_perform(handle);
    uselocale(caller);
    return code;
}

const char *ccurl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) {
    return library.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode ccurl_set_headers(CURL *handle, const struct curl_slist *headers) {
    return library.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

CURLcode ccurl_set_write_callback(CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return library.curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
    if (code == CURLE_OK) code = library.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    if (code == CURLE_OK) code = library.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return code;
}

CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

struct curl_header *ccurl_next_header(CURL *handle, struct curl_header *previous) {
    return library.curl_easy_nextheader(handle, CURLH_HEADER, -1, previous);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLU *ccurl_url(void) { return library.curl_url(); }

void ccurl_url_cleanup(CURLU *url) { library.curl_url_cleanup(url); }

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return library.curl_url_set(url, part, text, flags);
}

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    locale_t caller = uselocale(utf8);
    CURLUcode code = library.curl_url_get(url, part, text, flags);
    uselocale(caller);
    return code;
}

const char *ccurl_version(void) { return library.curl_version(); }

void ccurl_free(void *pointer) { library.curl_free(pointer); }
