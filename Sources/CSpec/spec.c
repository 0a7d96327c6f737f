#include "CSpec.h"

const unsigned char c_spec_mobile_api[] = {
#embed "../../Spec/MOBILE_API.xml"
};
const size_t c_spec_mobile_api_size = sizeof c_spec_mobile_api;
