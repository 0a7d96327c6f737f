#ifndef C_SPEC_H
#define C_SPEC_H

#include <stddef.h>

/// The bytes of Spec/MOBILE_API.xml, embedded when the package is built.
extern const unsigned char c_spec_mobile_api[];
extern const size_t c_spec_mobile_api_size;

#endif
