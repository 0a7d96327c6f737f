#include "CMocks.h"

static const unsigned char modules_modern[] = {
#embed "../../Mocks/modules/modern.json"
};

static const unsigned char drives_demo[] = {
#embed "../../Mocks/drives/demo.nmea"
};

static const unsigned char routes_demo[] = {
#embed "../../Mocks/routes/demo.gpx"
};

const struct c_mocks_file c_mocks_files[] = {
    {"modules/modern.json", modules_modern, sizeof modules_modern},
    {"drives/demo.nmea", drives_demo, sizeof drives_demo},
    {"routes/demo.gpx", routes_demo, sizeof routes_demo},
};
const size_t c_mocks_count = sizeof c_mocks_files / sizeof c_mocks_files[0];
