// libxml2, opened when it is first used, for linking it would slow every start. Every function except `cxml2_load`
// and `cxml2_version` requires that `cxml2_load` has returned NULL.
//
// The structures are libxml2's own, and are known here by their names only: who imports this module needs none of
// its headers. What is not said otherwise is the function of libxml2 with almost the same name.

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

/// Opens libxml2. Returns NULL, or what kept it from being opened, in the loader's words. Any thread may call it, any
/// number of times.
const char *_Nullable cxml2_load(void);
/// The version that is installed, as five digits or more (`20914`); NULL where libxml2 cannot be opened.
const char *_Nullable cxml2_version(void);

// Reading

// What to read a document with (`xmlParserOption`).
#define CXML2_EXPAND_ENTITIES (1 << 1)
#define CXML2_NO_ERROR_MESSAGES (1 << 5)
#define CXML2_NO_WARNINGS (1 << 6)
#define CXML2_NO_NETWORK (1 << 11)
#define CXML2_MERGE_CHARACTER_DATA (1 << 14)
#define CXML2_IGNORE_ENCODING (1 << 21)
#define CXML2_LONG_LINE_NUMBERS (1 << 22)
// No external entities at all; libxml2 has it since 2.13.
#define CXML2_NO_EXTERNAL_ENTITIES (1 << 23)

// The nodes that a reader stands at (`xmlReaderTypes`), as far as they matter.
#define CXML2_ELEMENT 1
#define CXML2_TEXT 3
#define CXML2_CHARACTER_DATA 4
#define CXML2_DOCUMENT_TYPE 10
#define CXML2_SIGNIFICANT_WHITE_SPACE 14

// The error of an element that a schema does not know (`XML_SCHEMAV_CVC_ELT_1`).
#define CXML2_NO_DECLARATION 1845

/// A mistake in a document, no warning. What it points at lives until the function that is told it returns.
struct cxml2_error {
    /// Which one it is (`xmlParserErrors`).
    int code;
    /// Where libxml2 saw it, counted from 1; 0 where it does not know.
    int line;
    int column;
    const char *_Nullable message;
    /// The node that it is about.
    struct _xmlNode *_Nullable node;
};

/// Who is told of mistakes while a function runs.
struct cxml2_errors {
    void *_Nullable context;
    void (*_Nonnull report)(void *_Nullable context, const struct cxml2_error *_Nonnull error);
};

/// `xmlReadMemory`; what it keeps of the bytes it copies. NULL for what is not well-formed. Without `errors`,
/// mistakes are told nobody.
struct _xmlDoc *_Nullable cxml2_read(
    const char *_Nullable bytes, int count, int options, const struct cxml2_errors *_Nullable errors);
void cxml2_free_document(struct _xmlDoc *_Nonnull document);

/// `xmlReaderForMemory`: a reader of the bytes, which must stay where they are until it is freed. It tells mistakes
/// nobody.
struct _xmlTextReader *_Nullable cxml2_reader(
    const char *_Nullable bytes, int count, int options);
/// `xmlReaderWalker`: a reader of a document that has been read.
struct _xmlTextReader *_Nullable cxml2_walker(struct _xmlDoc *_Nonnull document);
void cxml2_free_reader(struct _xmlTextReader *_Nonnull reader);
/// Steps to the next node: 1, or 0 at the end, or -1 at a mistake.
int cxml2_reader_next(struct _xmlTextReader *_Nonnull reader);
/// Steps to the next attribute of the element: 1, or 0 after the last.
int cxml2_reader_next_attribute(struct _xmlTextReader *_Nonnull reader);
/// One of the nodes above, or another.
int cxml2_reader_node_type(struct _xmlTextReader *_Nonnull reader);
int cxml2_reader_depth(struct _xmlTextReader *_Nonnull reader);
int cxml2_reader_line(struct _xmlTextReader *_Nonnull reader);
// Texts of a reader, in UTF-8, live until it steps on.
const char *_Nullable cxml2_reader_name(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_local_name(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_namespace(struct _xmlTextReader *_Nonnull reader);
const char *_Nullable cxml2_reader_value(struct _xmlTextReader *_Nonnull reader);
/// The node of a document that a walker stands at.
struct _xmlNode *_Nullable cxml2_reader_node(struct _xmlTextReader *_Nonnull reader);
/// The line of a node of a document, counted from 1.
long cxml2_node_line(struct _xmlNode *_Nonnull node);

/// Reads a schema of W3C's language. NULL for what is none.
struct _xmlSchema *_Nullable cxml2_schema(
    const char *_Nullable bytes, int count, const struct cxml2_errors *_Nonnull errors);
void cxml2_free_schema(struct _xmlSchema *_Nonnull schema);
/// Checks a document, or with an element that one only: 0 if it is valid, less for want of memory.
int cxml2_validate(
    struct _xmlSchema *_Nonnull schema, struct _xmlDoc *_Nonnull document,
    struct _xmlNode *_Nullable element, const struct cxml2_errors *_Nonnull errors);

// Writing: functions that give an `int` give a negative one where memory ran out, or what was to be ended had not
// begun.

struct _xmlBuffer *_Nullable cxml2_buffer(void);
const unsigned char *_Nullable cxml2_buffer_content(struct _xmlBuffer *_Nonnull buffer);
int cxml2_buffer_length(struct _xmlBuffer *_Nonnull buffer);
void cxml2_buffer_empty(struct _xmlBuffer *_Nonnull buffer);
void cxml2_free_buffer(struct _xmlBuffer *_Nonnull buffer);
/// `xmlNewTextWriterMemory`: a writer into a buffer, which must live as long.
struct _xmlTextWriter *_Nullable cxml2_writer(struct _xmlBuffer *_Nonnull buffer);
void cxml2_free_writer(struct _xmlTextWriter *_Nonnull writer);
/// Begins a document in UTF-8, with each element on a line of its own.
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
