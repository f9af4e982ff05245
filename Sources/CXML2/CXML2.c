#include "CXML2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Debian's libxml2 headers include ICU's, which conflict with Foundation's copy of ICU. `system/libxml` links to the
// usual location; the path from pkg-config would also link the library.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>

// All functions in use, each listed once.
#define CXML2_FUNCTIONS(apply)                                                                       \
    apply(xmlSetGenericErrorFunc) apply(xmlSetStructuredErrorFunc)                                 \
    apply(xmlReadMemory) apply(xmlFreeDoc) apply(xmlGetLineNo)                                     \
    apply(xmlReaderForMemory) apply(xmlReaderWalker) apply(xmlFreeTextReader)                      \
    apply(xmlTextReaderRead) apply(xmlTextReaderMoveToNextAttribute)                               \
    apply(xmlTextReaderNodeType) apply(xmlTextReaderDepth)                                         \
    apply(xmlTextReaderGetParserLineNumber) apply(xmlTextReaderConstName)                          \
    apply(xmlTextReaderConstLocalName) apply(xmlTextReaderConstNamespaceUri)                       \
    apply(xmlTextReaderConstValue) apply(xmlTextReaderCurrentNode)                                 \
    apply(xmlSchemaNewMemParserCtxt) apply(xmlSchemaSetParserStructuredErrors)                     \
    apply(xmlSchemaParse) apply(xmlSchemaFreeParserCtxt) apply(xmlSchemaFree)                      \
    apply(xmlSchemaNewValidCtxt) apply(xmlSchemaSetValidStructuredErrors)                          \
    apply(xmlSchemaValidateDoc) apply(xmlSchemaValidateOneElement)                                 \
    apply(xmlSchemaFreeValidCtxt)                                                                  \
    apply(xmlBufferCreate) apply(xmlBufferContent) apply(xmlBufferLength) apply(xmlBufferEmpty)    \
    apply(xmlBufferFree) apply(xmlNewTextWriterMemory) apply(xmlFreeTextWriter)                    \
    apply(xmlTextWriterSetIndent) apply(xmlTextWriterStartDocument)                                \
    apply(xmlTextWriterEndDocument) apply(xmlTextWriterStartElement)                               \
    apply(xmlTextWriterEndElement) apply(xmlTextWriterWriteAttribute)                              \
    apply(xmlTextWriterWriteString) apply(xmlTextWriterFlush)

#define CXML2_DECLARE(name) __typeof__(&name) name;
static struct {
    CXML2_FUNCTIONS(CXML2_DECLARE)
} library;
static const char *version;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void load(void) {
    // 2.14 and later have the first name. The last error of the loader is about the more common name.
    void *handle = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define CXML2_FIND(name)                                                                           \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                        \
    if (library.name == NULL) {                                                                    \
        snprintf(failure, sizeof failure, "libxml2 has no %s", #name);                             \
        return;                                                                                    \
    }
    CXML2_FUNCTIONS(CXML2_FIND)
    // A variable; some headers define a macro of this name.
    const char *const *variable = dlsym(handle, "xmlParserVersion");
    version = variable == NULL ? NULL : *variable;
}

const char *cxml2_load(void) {
    pthread_once(&once, load);
    return failure[0] == 0 ? NULL : failure;
}

const char *cxml2_version(void) { return cxml2_load() == NULL ? version : NULL; }

// The header's constants must match libxml2's.
_Static_assert(CXML2_EXPAND_ENTITIES == XML_PARSE_NOENT, "");
_Static_assert(CXML2_NO_ERROR_MESSAGES == XML_PARSE_NOERROR, "");
_Static_assert(CXML2_NO_WARNINGS == XML_PARSE_NOWARNING, "");
_Static_assert(CXML2_NO_NETWORK == XML_PARSE_NONET, "");
_Static_assert(CXML2_MERGE_CHARACTER_DATA == XML_PARSE_NOCDATA, "");
_Static_assert(CXML2_IGNORE_ENCODING == XML_PARSE_IGNORE_ENC, "");
_Static_assert(CXML2_LONG_LINE_NUMBERS == XML_PARSE_BIG_LINES, "");
#if LIBXML_VERSION >= 21300
_Static_assert(CXML2_NO_EXTERNAL_ENTITIES == XML_PARSE_NO_XXE, "");
#endif
_Static_assert(CXML2_ELEMENT == XML_READER_TYPE_ELEMENT, "");
_Static_assert(CXML2_TEXT == XML_READER_TYPE_TEXT, "");
_Static_assert(CXML2_CHARACTER_DATA == XML_READER_TYPE_CDATA, "");
_Static_assert(CXML2_DOCUMENT_TYPE == XML_READER_TYPE_DOCUMENT_TYPE, "");
_Static_assert(CXML2_SIGNIFICANT_WHITE_SPACE == XML_READER_TYPE_SIGNIFICANT_WHITESPACE, "");
_Static_assert(CXML2_NO_DECLARATION == XML_SCHEMAV_CVC_ELT_1, "");

// Reading

static void drop(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

// Before 2.13, libxml2 writes encoding errors to standard error despite its options. The function is stored per thread.
static void silence(void) { library.xmlSetGenericErrorFunc(NULL, drop); }

// libxml2 2.12 made the error const.
#if LIBXML_VERSION >= 21200
typedef const xmlError *reported_error;
#else
typedef xmlError *reported_error;
#endif

static void report(void *context, reported_error error) {
    if (error == NULL || error->level <= XML_ERR_WARNING) return;
    const struct cxml2_errors *errors = context;
    const struct cxml2_error copy = {
        .code = error->code,
        .line = error->line,
        .column = error->int2,
        .message = error->message,
        .node = error->node,
    };
    errors->report(errors->context, &copy);
}

xmlDocPtr cxml2_read(
    const char *bytes, int count, int options, const struct cxml2_errors *errors) {
    silence();
    if (errors != NULL) library.xmlSetStructuredErrorFunc((void *)errors, report);
    xmlDocPtr document = library.xmlReadMemory(bytes, count, NULL, NULL, options);
    if (errors != NULL) library.xmlSetStructuredErrorFunc(NULL, NULL);
    return document;
}

void cxml2_free_document(xmlDocPtr document) { library.xmlFreeDoc(document); }

xmlTextReaderPtr cxml2_reader(const char *bytes, int count, int options) {
    silence();
    return library.xmlReaderForMemory(bytes, count, NULL, NULL, options);
}

xmlTextReaderPtr cxml2_walker(xmlDocPtr document) { return library.xmlReaderWalker(document); }

void cxml2_free_reader(xmlTextReaderPtr reader) { library.xmlFreeTextReader(reader); }

int cxml2_reader_next(xmlTextReaderPtr reader) { return library.xmlTextReaderRead(reader); }

int cxml2_reader_next_attribute(xmlTextReaderPtr reader) {
    return library.xmlTextReaderMoveToNextAttribute(reader);
}

int cxml2_reader_node_type(xmlTextReaderPtr reader) {
    return library.xmlTextReaderNodeType(reader);
}

int cxml2_reader_depth(xmlTextReaderPtr reader) { return library.xmlTextReaderDepth(reader); }

int cxml2_reader_line(xmlTextReaderPtr reader) {
    return library.xmlTextReaderGetParserLineNumber(reader);
}

const char *cxml2_reader_name(xmlTextReaderPtr reader) {
    return (const char *)library.xmlTextReaderConstName(reader);
}

const char *cxml2_reader_local_name(xmlTextReaderPtr reader) {
    return (const char *)library.xmlTextReaderConstLocalName(reader);
}

const char *cxml2_reader_namespace(xmlTextReaderPtr reader) {
    return (const char *)library.xmlTextReaderConstNamespaceUri(reader);
}

const char *cxml2_reader_value(xmlTextReaderPtr reader) {
    return (const char *)library.xmlTextReaderConstValue(reader);
}

xmlNodePtr cxml2_reader_node(xmlTextReaderPtr reader) {
    return library.xmlTextReaderCurrentNode(reader);
}

long cxml2_node_line(xmlNodePtr node) { return library.xmlGetLineNo(node); }

xmlSchemaPtr cxml2_schema(const char *bytes, int count, const struct cxml2_errors *errors) {
    xmlSchemaParserCtxtPtr parser = library.xmlSchemaNewMemParserCtxt(bytes, count);
    if (parser == NULL) return NULL;
    library.xmlSchemaSetParserStructuredErrors(parser, report, (void *)errors);
    xmlSchemaPtr schema = library.xmlSchemaParse(parser);
    library.xmlSchemaFreeParserCtxt(parser);
    return schema;
}

void cxml2_free_schema(xmlSchemaPtr schema) { library.xmlSchemaFree(schema); }

int cxml2_validate(
    xmlSchemaPtr schema, xmlDocPtr document, xmlNodePtr element, const struct cxml2_errors *errors) {
    xmlSchemaValidCtxtPtr context = library.xmlSchemaNewValidCtxt(schema);
    if (context == NULL) return -1;
    library.xmlSchemaSetValidStructuredErrors(context, report, (void *)errors);
    int result = element == NULL ? library.xmlSchemaValidateDoc(context, document)
                                 : library.xmlSchemaValidateOneElement(context, element);
    library.xmlSchemaFreeValidCtxt(context);
    return result;
}

// Writing

static const xmlChar *text(const char *bytes) { return (const xmlChar *)bytes; }

xmlBufferPtr cxml2_buffer(void) { return library.xmlBufferCreate(); }

const unsigned char *cxml2_buffer_content(xmlBufferPtr buffer) {
    return library.xmlBufferContent(buffer);
}

int cxml2_buffer_length(xmlBufferPtr buffer) { return library.xmlBufferLength(buffer); }

void cxml2_buffer_empty(xmlBufferPtr buffer) { library.xmlBufferEmpty(buffer); }

void cxml2_free_buffer(xmlBufferPtr buffer) { library.xmlBufferFree(buffer); }

xmlTextWriterPtr cxml2_writer(xmlBufferPtr buffer) {
    return library.xmlNewTextWriterMemory(buffer, 0);
}

void cxml2_free_writer(xmlTextWriterPtr writer) { library.xmlFreeTextWriter(writer); }

int cxml2_start_document(xmlTextWriterPtr writer) {
    if (library.xmlTextWriterSetIndent(writer, 1) < 0) return -1;
    return library.xmlTextWriterStartDocument(writer, "1.0", "UTF-8", NULL);
}

int cxml2_end_document(xmlTextWriterPtr writer) {
    return library.xmlTextWriterEndDocument(writer);
}

int cxml2_start_element(xmlTextWriterPtr writer, const char *name) {
    return library.xmlTextWriterStartElement(writer, text(name));
}

int cxml2_end_element(xmlTextWriterPtr writer) {
    return library.xmlTextWriterEndElement(writer);
}

int cxml2_write_attribute(xmlTextWriterPtr writer, const char *name, const char *value) {
    return library.xmlTextWriterWriteAttribute(writer, text(name), text(value));
}

int cxml2_write_string(xmlTextWriterPtr writer, const char *string) {
    return library.xmlTextWriterWriteString(writer, text(string));
}

int cxml2_flush(xmlTextWriterPtr writer) { return library.xmlTextWriterFlush(writer); }
