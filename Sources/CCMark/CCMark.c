#include "CCMark.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// All functions in use, each listed once.
#define CCMARK_FUNCTIONS(apply)                                                                    \
    apply(cmark_parser_new) apply(cmark_parser_free) apply(cmark_parser_feed)                      \
    apply(cmark_parser_finish) apply(cmark_parser_attach_syntax_extension)                         \
    apply(cmark_find_syntax_extension) apply(cmark_get_default_mem_allocator)                      \
    apply(cmark_render_html) apply(cmark_node_new) apply(cmark_node_free)                          \
    apply(cmark_node_get_type_string) apply(cmark_node_get_literal)                                \
    apply(cmark_node_set_literal) apply(cmark_node_get_url) apply(cmark_node_set_url)              \
    apply(cmark_node_get_title) apply(cmark_node_set_title)                                        \
    apply(cmark_node_get_fence_info) apply(cmark_node_set_fence_info)                              \
    apply(cmark_node_get_heading_level) apply(cmark_node_set_heading_level)                        \
    apply(cmark_node_first_child) apply(cmark_node_append_child) apply(cmark_node_parent)          \
    apply(cmark_node_insert_before) apply(cmark_node_next) apply(cmark_iter_new) apply(cmark_iter_free)                   \
    apply(cmark_iter_next) apply(cmark_iter_get_node)

#define CCMARK_DECLARE(name) __typeof__(&name) name;
static struct {
    CCMARK_FUNCTIONS(CCMARK_DECLARE)
    __typeof__(&cmark_gfm_core_extensions_ensure_registered) ensure_registered;
    cmark_syntax_extension *extensions[2];
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t finishing = PTHREAD_MUTEX_INITIALIZER;
static char failure[512];

// The library's name contains its full version. All versions of 0.29 have the same functions.
static void *open_library(const char *name) {
    char file[64];
    for (int version = 30; version >= 0; version--) {
        snprintf(file, sizeof file, "%s.so.0.29.0.gfm.%d", name, version);
        void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (handle != NULL) return handle;
        // Reports a file that exists but cannot be loaded.
        const char *reason = dlerror();
        if (failure[0] == 0 && reason != NULL && strstr(reason, "No such file") == NULL)
            snprintf(failure, sizeof failure, "%s", reason);
    }
    if (failure[0] == 0) snprintf(failure, sizeof failure, "%s.so.0.29.0.gfm: not found", name);
    return NULL;
}

static void load(void) {
    void *handle = open_library("libcmark-gfm");
    if (handle == NULL) return;
    void *extensions = open_library("libcmark-gfm-extensions");
    if (extensions == NULL) return;
#define CCMARK_FIND(name)                                                                          \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) {                                                                    \
        snprintf(failure, sizeof failure, "libcmark-gfm has no %s", #name);                        \
        return;                                                                                    \
    }
    CCMARK_FUNCTIONS(CCMARK_FIND)
    library.ensure_registered = (__typeof__(library.ensure_registered))dlsym(
        extensions, "cmark_gfm_core_extensions_ensure_registered");
    if (library.ensure_registered != NULL) {
        library.ensure_registered();
        library.extensions[0] = library.cmark_find_syntax_extension("strikethrough");
        library.extensions[1] = library.cmark_find_syntax_extension("autolink");
    }
    if (library.extensions[0] == NULL || library.extensions[1] == NULL) {
        snprintf(failure, sizeof failure, "libcmark-gfm-extensions lacks an extension");
        return;
    }
    failure[0] = 0;
}

const char *ccmark_load(void) {
    pthread_once(&once, load);
    return failure[0] == 0 ? NULL : failure;
}

#define OPTIONS                                                                                    \
    (CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_HARDBREAKS | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE)

cmark_node *ccmark_parse(const char *text, size_t count) {
    cmark_parser *parser = library.cmark_parser_new(OPTIONS);
    if (parser == NULL) return NULL;
    for (int index = 0; index < 2; index++)
        library.cmark_parser_attach_syntax_extension(parser, library.extensions[index]);
    library.cmark_parser_feed(parser, text, count);
    // During parsing, cmark registers the extensions' special characters in a global table and removes them at the end.
    // Without a lock, another thread would miss them.
    pthread_mutex_lock(&finishing);
    cmark_node *document = library.cmark_parser_finish(parser);
    pthread_mutex_unlock(&finishing);
    library.cmark_parser_free(parser);
    return document;
}

void ccmark_free(cmark_node *document) { library.cmark_node_free(document); }

char *ccmark_html(cmark_node *document) {
    return library.cmark_render_html(document, OPTIONS, NULL);
}

void ccmark_free_text(char *text) { library.cmark_get_default_mem_allocator()->free(text); }

cmark_iter *ccmark_iter(cmark_node *document) { return library.cmark_iter_new(document); }

void ccmark_free_iter(cmark_iter *iter) { library.cmark_iter_free(iter); }

CCMarkKind ccmark_kind(cmark_node *node) {
    const char *type = library.cmark_node_get_type_string(node);
    if (strcmp(type, "html_inline") == 0) return CCMarkKindHTMLInline;
    if (strcmp(type, "html_block") == 0) return CCMarkKindHTMLBlock;
    if (strcmp(type, "heading") == 0) return CCMarkKindHeading;
    if (strcmp(type, "link") == 0) return CCMarkKindLink;
    if (strcmp(type, "image") == 0) return CCMarkKindImage;
    if (strcmp(type, "code_block") == 0) return CCMarkKindCodeBlock;
    return CCMarkKindOther;
}

cmark_node *ccmark_next_end(cmark_iter *iter) {
    cmark_event_type event;
    while ((event = library.cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = library.cmark_iter_get_node(iter);
        switch (ccmark_kind(node)) {
        // Leaves have no exit event.
        case CCMarkKindCodeBlock:
        case CCMarkKindHTMLInline:
        case CCMarkKindHTMLBlock: return node;
        case CCMarkKindLink:
        case CCMarkKindImage:
        case CCMarkKindHeading:
            if (event == CMARK_EVENT_EXIT) return node;
            break;
        case CCMarkKindOther: break;
        }
    }
    return NULL;
}

const char *ccmark_literal(cmark_node *node) { return library.cmark_node_get_literal(node); }

const char *ccmark_url(cmark_node *node) { return library.cmark_node_get_url(node); }

const char *ccmark_title(cmark_node *node) { return library.cmark_node_get_title(node); }

int ccmark_set_link(cmark_node *node, const char *url, const char *title) {
    return library.cmark_node_set_url(node, url) && library.cmark_node_set_title(node, title);
}

const char *ccmark_info(cmark_node *node) { return library.cmark_node_get_fence_info(node); }

int ccmark_set_code(cmark_node *node, const char *code) {
    return library.cmark_node_set_literal(node, code) && library.cmark_node_set_fence_info(node, "");
}

const char *ccmark_only_text(cmark_node *node) {
    cmark_node *child = library.cmark_node_first_child(node);
    if (child == NULL || library.cmark_node_next(child) != NULL) return NULL;
    return library.cmark_node_get_literal(child);
}

int ccmark_is_in_link(cmark_node *node) {
    while ((node = library.cmark_node_parent(node)) != NULL)
        if (ccmark_kind(node) == CCMarkKindLink) return 1;
    return 0;
}

int ccmark_heading_level(cmark_node *node) { return library.cmark_node_get_heading_level(node); }

int ccmark_set_heading_level(cmark_node *node, int level) {
    return library.cmark_node_set_heading_level(node, level);
}

// Replaces a node with another, and frees it.
static int put(cmark_node *replacement, cmark_node *node) {
    if (!library.cmark_node_insert_before(node, replacement)) {
        library.cmark_node_free(replacement);
        return 0;
    }
    library.cmark_node_free(node);
    return 1;
}

static cmark_node *text_node(const char *text) {
    cmark_node *node = library.cmark_node_new(CMARK_NODE_TEXT);
    if (node != NULL) library.cmark_node_set_literal(node, text);
    return node;
}

int ccmark_replace_with_text(cmark_node *node, const char *text, int is_block) {
    cmark_node *replacement = text_node(text);
    if (replacement == NULL) return 0;
    if (is_block) {
        cmark_node *paragraph = library.cmark_node_new(CMARK_NODE_PARAGRAPH);
        if (paragraph == NULL || !library.cmark_node_append_child(paragraph, replacement)) return 0;
        replacement = paragraph;
    }
    return put(replacement, node);
}

int ccmark_unwrap(cmark_node *node, const char *addition) {
    cmark_node *child;
    while ((child = library.cmark_node_first_child(node)) != NULL)
        if (!library.cmark_node_insert_before(node, child)) return 0;
    cmark_node *text = text_node(addition);
    return text != NULL && put(text, node);
}

int ccmark_replace_with_link(cmark_node *node, const char *url) {
    cmark_node *link = library.cmark_node_new(CMARK_NODE_LINK);
    if (link == NULL) return 0;
    ccmark_set_link(link, url, ccmark_title(node));
    cmark_node *child;
    if (library.cmark_node_first_child(node) == NULL) {
        cmark_node *text = text_node(url);
        if (text != NULL) library.cmark_node_append_child(link, text);
    }
    while ((child = library.cmark_node_first_child(node)) != NULL)
        if (!library.cmark_node_append_child(link, child)) break;
    return put(link, node);
}
