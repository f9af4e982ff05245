// libxml2, loaded on first use, because linking it would slow every start. All functions except `cxml2_version` require
// that `cxml2_load` has returned NULL.
//
// The structures are opaque, so that importing this module does not require libxml2's headers. Functions without a
// comment correspond to the libxml2 function with a similar name.

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _xmlBuffer;
struct _xmlDoc;
struct _xmlNode;
struct _xmlSchema;
struct _xmlTextReader;
struct _xmlTextWriter;

/// Loads libxml2; thread-safe and idempotent. Returns NULL, or the loader's error message.
const char *_Nullable cxml2_load(void);
/// The installed version as at least five digits (`20914`); NULL if libxml2 cannot be loaded.
const char *_Nullable cxml2_version(void);

// Reading

// Options of parsing (`xmlParserOption`).
#define CXML2_EXPAND_ENTITIES (1 << 1)
#define CXML2_NO_ERROR_MESSAGES (1 << 5)
#define CXML2_NO_WARNINGS (1 << 6)
#define CXML2_NO_NETWORK (1 << 11)
#define CXML2_MERGE_CHARACTER_DATA (1 << 14)
#define CXML2_IGNORE_ENCODING (1 << 21)
#define CXML2_LONG_LINE_NUMBERS (1 << 22)
// Disables external entities; since 2.13.
#define CXML2_NO_EXTERNAL_ENTITIES (1 << 23)

// The node types that matter to devtool (`xmlReaderTypes`).
#define CXML2_ELEMENT 1
#define CXML2_TEXT 3
#define CXML2_CHARACTER_DATA 4
#define CXML2_DOCUMENT_TYPE 10
#define CXML2_SIGNIFICANT_WHITE_SPACE 14

// The error for an element that the schema does not declare (`XML_SCHEMAV_CVC_ELT_1`).
#define CXML2_NO_DECLARATION 1845

/// An error, not a warning. Its pointers are valid during the callback only.
struct cxml2_error {
    /// `xmlParserErrors`.
    int code;
    /// Counts from 1; 0 if unknown.
    int line;
    int column;
    const char *_Nullable message;
    struct _xmlNode *_Nullable node;
};

/// Receives the errors of a function.
struct cxml2_errors {
    void *_Nullable context;
    void (*_Nonnull report)(void *_Nullable context, const struct cxml2_error *_Nonnull error);
};

/// `xmlReadMemory`, which copies the bytes that it needs. NULL for malformed input. `errors` may be NULL.
struct _xmlDoc *_Nullable cxml2_read(
    const char *_Nullable bytes, int count, int options, const struct cxml2_errors *_Nullable errors);
void cxml2_free_document(struct _xmlDoc *_Nonnull document);

/// `xmlReaderForMemory`; the bytes must outlive the reader, which does not report errors.
struct _xmlTextReader *_Nullable cxml2_reader(
    const char *_Nullable bytes, int count, int options);
/// `xmlReaderWalker`: a reader of a parsed document.
struct _xmlTextReader *_Nullable cxml2_walker(struct _xmlDoc *_Nonnull document);
void cxml2_free_reader(struct _xmlTextReader *_Nonnull reader);
/// Moves to the next node: 1, 0 at the end, or -1 at an error.
int cxml2_reader_next(struct _xmlTextReader *_Nonnull reader);
/// Moves to the element's next attribute: 1, or 0 after the last.
int cxml2_reader_next_attribute(struct _xmlTextReader *_Nonnull reader);
/// One of the types above, or another.
int cxml2_reader_node_type(struct _xmlTextReader *_Nonnull reader);
int cxml2_reader_depth(struct _xmlTextReader *_Nonnull reader);
int cxml2_reader_line(struct _xmlTextReader *_Nonnull reader);
// The strings of a reader are UTF-8, and valid until it moves on.
const char *_Nullable cxml2_reader_name(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_local_name(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_namespace(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_value(struct _xmlTextReader *_Nonnull reader);
/// The current node of a walker.
struct _xmlNode *_Nullable cxml2_reader_node(struct _xmlTextReader *_Nonnull reader);
/// The line of a node, from 1.
long cxml2_node_line(struct _xmlNode *_Nonnull node);

/// Parses an XML Schema; NULL if it is invalid.
struct _xmlSchema *_Nullable cxml2_schema(
    const char *_Nullable bytes, int count, const struct cxml2_errors *_Nonnull errors);
void cxml2_free_schema(struct _xmlSchema *_Nonnull schema);
/// Validates a document, or only the given element: 0 if valid, positive if invalid, negative if memory runs out.
int cxml2_validate(
    struct _xmlSchema *_Nonnull schema, struct _xmlDoc *_Nonnull document,
    struct _xmlNode *_Nullable element, const struct cxml2_errors *_Nonnull errors);

// Writing: functions return a negative `int` if memory runs out, or if nothing is open that could be ended.

struct _xmlBuffer *_Nullable cxml2_buffer(void);
const unsigned char *_Nullable cxml2_buffer_content(struct _xmlBuffer *_Nonnull buffer);
int cxml2_buffer_length(struct _xmlBuffer *_Nonnull buffer);
void cxml2_buffer_empty(struct _xmlBuffer *_Nonnull buffer);
void cxml2_free_buffer(struct _xmlBuffer *_Nonnull buffer);
/// `xmlNewTextWriterMemory`; the buffer must outlive the writer.
struct _xmlTextWriter *_Nullable cxml2_writer(struct _xmlBuffer *_Nonnull buffer);
void cxml2_free_writer(struct _xmlTextWriter *_Nonnull writer);
/// Starts a document in UTF-8, with each element on its own line.
int cxml2_start_document(struct _xmlTextWriter *_Nonnull writer);
int cxml2_end_document(struct _xmlTextWriter *_Nonnull writer);
int cxml2_start_element(struct _xmlTextWriter *_Nonnull writer, const char *_Nonnull name);
int cxml2_end_element(struct _xmlTextWriter *_Nonnull writer);
int cxml2_write_attribute(
    struct _xmlTextWriter *_Nonnull writer, const char *_Nonnull name, const char *_Nonnull value);
int cxml2_write_string(struct _xmlTextWriter *_Nonnull writer, const char *_Nonnull text);
int cxml2_flush(struct _xmlTextWriter *_Nonnull writer);

#ifdef __cplusplus
}
#endif
