#ifndef C_PAGE_H
#define C_PAGE_H

#include <stddef.h>

/// One file of Page/, embedded when the package is built.
struct c_page_file {
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/// How many files there are.
size_t c_page_count(void);

/// A file by its number, below the count; `path` is relative to Page/.
struct c_page_file c_page_at(size_t index);

#endif
