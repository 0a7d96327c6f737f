#ifndef C_MOCKS_H
#define C_MOCKS_H

#include <stddef.h>

/// One file of Mocks/, embedded when the package is built.
struct c_mocks_file {
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/// How many files there are.
size_t c_mocks_count(void);

/// A file by its number, below the count; `path` is relative to Mocks/.
struct c_mocks_file c_mocks_at(size_t index);

#endif
