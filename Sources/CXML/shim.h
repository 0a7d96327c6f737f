#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

/// Frees what libxml2 allocated; its own xmlFree is a variable, which Swift cannot call safely.
static inline void cxml_free(void *memory) { xmlFree(memory); }
