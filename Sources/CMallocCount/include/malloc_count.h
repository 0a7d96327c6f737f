#ifndef C_MALLOC_COUNT_H
#define C_MALLOC_COUNT_H

#include <stdint.h>

/// How often this process has asked for memory (malloc, calloc, realloc, aligned_alloc, posix_memalign) since its start.
///
/// A program that links this target counts; the memory still comes from the C library.
uint64_t c_malloc_count(void);

#endif
