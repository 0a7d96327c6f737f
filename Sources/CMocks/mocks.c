// Written by Scripts/embed-mocks; the files themselves are read when the package is built.
#include "CMocks.h"

static const unsigned char file_0[] = {
#embed "../../Mocks/drives/demo.nmea"
};

static const unsigned char file_1[] = {
#embed "../../Mocks/modules/modern.json"
};

static const unsigned char file_2[] = {
#embed "../../Mocks/policies/open.json"
};

static const unsigned char file_3[] = {
#embed "../../Mocks/routes/demo.gpx"
};

static const struct c_mocks_file files[] = {
    {"drives/demo.nmea", file_0, sizeof file_0},
    {"modules/modern.json", file_1, sizeof file_1},
    {"policies/open.json", file_2, sizeof file_2},
    {"routes/demo.gpx", file_3, sizeof file_3},
};

size_t c_mocks_count(void) { return sizeof files / sizeof files[0]; }

struct c_mocks_file c_mocks_at(size_t index) { return files[index]; }
