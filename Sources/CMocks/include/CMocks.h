#ifndef C_MOCKS_H
#define C_MOCKS_H

#include <stddef.h>

/// One file of Mocks/, embedded when the package is built.
struct c_mocks_file {
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/// All embedded files; `path` is relative to Mocks/.
extern const struct c_mocks_file c_mocks_files[];
extern const size_t c_mocks_count;

#endif
