// Written by Scripts/embed-mocks; the files themselves are read when the package is built.
#include "CMocks.h"

static const unsigned char file_0[] = {
#embed "../../Mocks/drives/demo.nmea"
};

static const unsigned char file_1[] = {
#embed "../../Mocks/modules/modern.json"
};

static const unsigned char file_2[] = {
#embed "../../Mocks/modules/sdl-core-8.2.json"
};

static const unsigned char file_3[] = {
#embed "../../Mocks/policies/open.json"
};

static const unsigned char file_4[] = {
#embed "../../Mocks/policies/sdl-core-8.2.json"
};

static const unsigned char file_5[] = {
#embed "../../Mocks/routes/antimeridian.gpx"
};

static const unsigned char file_6[] = {
#embed "../../Mocks/routes/city.gpx"
};

static const unsigned char file_7[] = {
#embed "../../Mocks/routes/demo.gpx"
};

static const unsigned char file_8[] = {
#embed "../../Mocks/routes/loop.gpx"
};

static const unsigned char file_9[] = {
#embed "../../Mocks/routes/motorway.gpx"
};

static const unsigned char file_10[] = {
#embed "../../Mocks/routes/out-and-back.gpx"
};

static const struct c_mocks_file files[] = {
    {"drives/demo.nmea", file_0, sizeof file_0},
    {"modules/modern.json", file_1, sizeof file_1},
    {"modules/sdl-core-8.2.json", file_2, sizeof file_2},
    {"policies/open.json", file_3, sizeof file_3},
    {"policies/sdl-core-8.2.json", file_4, sizeof file_4},
    {"routes/antimeridian.gpx", file_5, sizeof file_5},
    {"routes/city.gpx", file_6, sizeof file_6},
    {"routes/demo.gpx", file_7, sizeof file_7},
    {"routes/loop.gpx", file_8, sizeof file_8},
    {"routes/motorway.gpx", file_9, sizeof file_9},
    {"routes/out-and-back.gpx", file_10, sizeof file_10},
};

size_t c_mocks_count(void) { return sizeof files / sizeof files[0]; }

struct c_mocks_file c_mocks_at(size_t index) { return files[index]; }
