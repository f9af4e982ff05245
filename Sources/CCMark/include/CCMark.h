// cmark-gfm, GitHub's parser of Markdown, opened when it is first used. Every function except `ccmark_load` requires
// that `ccmark_load` has returned NULL.
//
// The structures are cmark's own, and are known here by their names only: who imports this module needs none of its
// headers. What is not said otherwise is the function of cmark with almost the same name.

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cmark_node;
struct cmark_iter;

/// Opens cmark-gfm and its extensions. Returns NULL, or what kept them from being opened, in the loader's words. Any
/// thread may call it, any number of times.
const char *_Nullable ccmark_load(void);

/// Whether a text, in UTF-8, is nothing but paragraphs: no markup of any kind is in it, no address, no character that
/// is written otherwise except quotation marks, and no control character except tabs inside of lines. Its lines are to
/// be kept as they are, those after empty lines in paragraphs of their own. Not all such texts are recognised.
int ccmark_is_plain(const char *_Nonnull text, size_t count);

/// Parses a text, with struck-out text in two tildes and with bare addresses as links. NULL for want of memory.
struct cmark_node *_Nullable ccmark_parse(const char *_Nonnull text, size_t count);
void ccmark_free(struct cmark_node *_Nonnull document);
/// The document as HTML, with line breaks where the text has them; to be freed with `ccmark_free_text`.
char *_Nullable ccmark_html(struct cmark_node *_Nonnull document);
void ccmark_free_text(char *_Nonnull text);

/// What a node is, as far as it matters.
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
/// Steps on to the next node of a kind with a name that ends, the innermost first; NULL at the document's end.
struct cmark_node *_Nullable ccmark_next_end(struct cmark_iter *_Nonnull iter);

const char *_Nullable ccmark_literal(struct cmark_node *_Nonnull node);
const char *_Nullable ccmark_url(struct cmark_node *_Nonnull node);
const char *_Nullable ccmark_title(struct cmark_node *_Nonnull node);
int ccmark_set_link(
    struct cmark_node *_Nonnull node, const char *_Nonnull url, const char *_Nullable title);
/// What is after the fence that begins a code block; empty if there is nothing, or no fence.
const char *_Nullable ccmark_info(struct cmark_node *_Nonnull node);
/// Makes a text all there is of a code block.
int ccmark_set_code(struct cmark_node *_Nonnull node, const char *_Nonnull code);
/// The text that is all there is in a node; NULL for anything else.
const char *_Nullable ccmark_only_text(struct cmark_node *_Nonnull node);
/// Whether one of the nodes around a node is a link.
int ccmark_is_in_link(struct cmark_node *_Nonnull node);
int ccmark_heading_level(struct cmark_node *_Nonnull node);
int ccmark_set_heading_level(struct cmark_node *_Nonnull node, int level);

/// Puts a text in the place of a node, in a paragraph of its own where the node is a block; frees the node.
int ccmark_replace_with_text(
    struct cmark_node *_Nonnull node, const char *_Nonnull text, int is_block);
/// Puts what is in a node in its place, and a text after it; frees the node.
int ccmark_unwrap(struct cmark_node *_Nonnull node, const char *_Nonnull addition);
/// Puts a link to an address in the place of a node, around what is in it, or else around the address; frees the node.
int ccmark_replace_with_link(struct cmark_node *_Nonnull node, const char *_Nonnull url);

#ifdef __cplusplus
}
#endif
