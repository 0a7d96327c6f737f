#include "CSpec.h"

static const unsigned char mobile_api[] = {
#embed "../../Spec/MOBILE_API.xml"
};

const unsigned char *c_spec_mobile_api(size_t *size) {
    *size = sizeof mobile_api;
    return mobile_api;
}
