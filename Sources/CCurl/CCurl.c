#define _GNU_SOURCE

#include "shim.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

// curl.h's type-checking macros prevent declaring pointers of the same names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

// All functions in use, each listed once.
#define CCURL_FUNCTIONS(apply)                                                                     \
    apply(curl_global_init) apply(curl_easy_init) apply(curl_easy_cleanup)                         \
    apply(curl_easy_strerror) apply(curl_easy_setopt)                                              \
    apply(curl_easy_getinfo) apply(curl_slist_append) apply(curl_slist_free_all)                   \
    apply(curl_url) apply(curl_url_cleanup) apply(curl_url_set) apply(curl_url_get)                \
    apply(curl_free) apply(curl_version) apply(curl_easy_reset)                               \
    apply(curl_multi_init) apply(curl_multi_cleanup) apply(curl_multi_setopt)                      \
    apply(curl_multi_add_handle) apply(curl_multi_remove_handle) apply(curl_multi_perform)         \
    apply(curl_multi_poll) apply(curl_multi_wakeup) apply(curl_multi_info_read)                    \
    apply(curl_share_init) apply(curl_share_setopt) apply(curl_share_cleanup)

#define CCURL_DECLARE(name) __typeof__(&name) name;
static struct {
    CCURL_FUNCTIONS(CCURL_DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

// libcurl decodes international host names with the thread's locale, and devtool runs in the locale "C".
static locale_t utf8;

static void load(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    // Debian also has the other names. The error for the usual name is the most helpful.
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL) handle = dlopen("libcurl-nss.so.4", RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL) return;
        failure[0] = 0;
    }
#define CCURL_FIND(name)                                                                           \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) {                                                                    \
        snprintf(failure, sizeof failure, "libcurl has no %s", #name);                             \
        return;                                                                                    \
    }
    CCURL_FUNCTIONS(CCURL_FIND)
    CURLcode code = library.curl_global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(failure, sizeof failure, "libcurl: %s", library.curl_easy_strerror(code));
    }
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }

void ccurl_easy_cleanup(CURL *handle) { library.curl_easy_cleanup(handle); }

void ccurl_easy_reset(CURL *handle) { library.curl_easy_reset(handle); }

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

CURLcode ccurl_set_upload(CURL *handle, FILE *file, curl_off_t size) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    // libcurl reads the file itself, and rewinds it if it has to send it again.
    if (code == CURLE_OK) code = library.curl_easy_setopt(handle, CURLOPT_READDATA, file);
    return code == CURLE_OK ? library.curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, size) : code;
}

CURLcode ccurl_set_write_callback(CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return library.curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_set_header_callback(CURL *handle, curl_write_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return library.curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

CURLcode ccurl_set_socket_callback(
    CURL *handle, curl_opensocket_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

CURLcode ccurl_set_request_callback(CURL *handle, curl_prereq_callback callback, void *context) {
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return library.curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

CURLcode ccurl_set_share(CURL *handle, CURLSH *share) {
    return library.curl_easy_setopt(handle, CURLOPT_SHARE, share);
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

CURLcode ccurl_get_list(CURL *handle, CURLINFO info, struct curl_slist **value) {
    return library.curl_easy_getinfo(handle, info, value);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

void ccurl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

CURLM *ccurl_multi_init(void) { return library.curl_multi_init(); }

void ccurl_multi_cleanup(CURLM *multi) { library.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *handle) {
    return library.curl_multi_add_handle(multi, handle);
}

void ccurl_multi_remove(CURLM *multi, CURL *handle) {
    library.curl_multi_remove_handle(multi, handle);
}

void ccurl_multi_perform(CURLM *multi) {
    int running;
    locale_t caller = uselocale(utf8);
    library.curl_multi_perform(multi, &running);
    uselocale(caller);
}

void ccurl_multi_poll(CURLM *multi, int milliseconds) {
    library.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void ccurl_multi_wakeup(CURLM *multi) { library.curl_multi_wakeup(multi); }

CURL *ccurl_multi_next_ended(CURLM *multi, CURLcode *code) {
    int left;
    CURLMsg *message;
    while ((message = library.curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

CURLSH *ccurl_share_init(void) { return library.curl_share_init(); }

void ccurl_share_cleanup(CURLSH *share) { library.curl_share_cleanup(share); }

void ccurl_share(CURLSH *share, curl_lock_data data) {
    library.curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

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
