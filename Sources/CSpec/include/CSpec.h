#ifndef C_SPEC_H
#define C_SPEC_H

#include <stddef.h>

/// The bytes of Spec/MOBILE_API.xml, embedded when the package is built.
const unsigned char *c_spec_mobile_api(size_t *size);

/// The bytes of Spec/HMI_API.xml, embedded when the package is built.
const unsigned char *c_spec_hmi_api(size_t *size);

#endif
