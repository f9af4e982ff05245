// cmark-gfm, GitHub's Markdown parser, loaded on first use. All other functions require that `ccmark_load` has returned
// NULL.
//
// The structures are opaque, so that importing this module does not require cmark's headers. Functions without a
// comment correspond to the cmark function with a similar name.

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cmark_node;
struct cmark_iter;

/// Loads cmark-gfm and its extensions; thread-safe and idempotent. Returns NULL, or the loader's error message.
const char *_Nullable ccmark_load(void);

/// Whether UTF-8 text consists of paragraphs only, without markup, URLs, characters to escape except quotation marks,
/// and control characters except tabs inside lines.
///
/// Its lines can be output unchanged, with a new paragraph after each empty line. Some such text is not recognized.
int ccmark_is_plain(const char *_Nonnull text, size_t count);

/// Parses text, with strikethrough by two tildes and with links from bare URLs. NULL if memory runs out.
struct cmark_node *_Nullable ccmark_parse(const char *_Nonnull text, size_t count);
void ccmark_free(struct cmark_node *_Nonnull document);
/// The document as HTML, with the text's line breaks; free it with `ccmark_free_text`.
char *_Nullable ccmark_html(struct cmark_node *_Nonnull document);
void ccmark_free_text(char *_Nonnull text);

/// The kinds of nodes that matter to devtool.
typedef enum __attribute__((enum_extensibility(closed))) CCMarkKind {
    CCMarkKindOther,
    CCMarkKindHTMLInline,
    CCMarkKindHTMLBlock,
    CCMarkKindLink,
    CCMarkKindImage,
    CCMarkKindHeading,
    CCMarkKindCodeBlock,
} CCMarkKind;
CCMarkKind ccmark_kind(struct cmark_node *_Nonnull node);

struct cmark_iter *_Nullable ccmark_iter(struct cmark_node *_Nonnull document);
void ccmark_free_iter(struct cmark_iter *_Nonnull iter);
/// The next node whose end is reached and whose kind is not Other, innermost first; NULL at the end of the document.
struct cmark_node *_Nullable ccmark_next_end(struct cmark_iter *_Nonnull iter);

const char *_Nullable ccmark_literal(struct cmark_node *_Nonnull node);
const char *_Nullable ccmark_url(struct cmark_node *_Nonnull node);
const char *_Nullable ccmark_title(struct cmark_node *_Nonnull node);
int ccmark_set_link(
    struct cmark_node *_Nonnull node, const char *_Nonnull url, const char *_Nullable title);
/// The info string of a fenced code block; empty if there is none.
const char *_Nullable ccmark_info(struct cmark_node *_Nonnull node);
/// Replaces a code block's content, and removes its info string.
int ccmark_set_code(struct cmark_node *_Nonnull node, const char *_Nonnull code);
/// The text of a node that has a single text child; otherwise NULL.
const char *_Nullable ccmark_only_text(struct cmark_node *_Nonnull node);
/// Whether an ancestor of the node is a link.
int ccmark_is_in_link(struct cmark_node *_Nonnull node);
int ccmark_heading_level(struct cmark_node *_Nonnull node);
int ccmark_set_heading_level(struct cmark_node *_Nonnull node, int level);

/// Replaces a node with text, in its own paragraph for a block; frees the node.
int ccmark_replace_with_text(
    struct cmark_node *_Nonnull node, const char *_Nonnull text, int is_block);
/// Replaces a node with its children followed by text; frees the node.
int ccmark_unwrap(struct cmark_node *_Nonnull node, const char *_Nonnull addition);
/// Replaces a node with a link around its children, or around the URL if it has none; frees the node.
int ccmark_replace_with_link(struct cmark_node *_Nonnull node, const char *_Nonnull url);

#ifdef __cplusplus
}
#endif
