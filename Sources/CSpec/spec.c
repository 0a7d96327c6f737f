#include "CSpec.h"

static const unsigned char mobile_api[] = {
#embed "../../Spec/MOBILE_API.xml"
};

static const unsigned char hmi_api[] = {
#embed "../../Spec/HMI_API.xml"
};

const unsigned char *c_spec_mobile_api(size_t *size) {
    *size = sizeof mobile_api;
    return mobile_api;
}

const unsigned char *c_spec_hmi_api(size_t *size) {
    *size = sizeof hmi_api;
    return hmi_api;
}
