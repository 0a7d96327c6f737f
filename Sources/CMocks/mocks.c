// Written by Scripts/embed-mocks; the files themselves are read when the package is built.
#include "CMocks.h"

static const unsigned char file_0[] = {
#embed "../../Mocks/drives/demo.nmea"
};

static const unsigned char file_1[] = {
#embed "../../Mocks/modules/background-ok.json"
};

static const unsigned char file_2[] = {
#embed "../../Mocks/modules/encryption-required.json"
};

static const unsigned char file_3[] = {
#embed "../../Mocks/modules/flaky-link.json"
};

static const unsigned char file_4[] = {
#embed "../../Mocks/modules/full-only.json"
};

static const unsigned char file_5[] = {
#embed "../../Mocks/modules/legacy-protocol-2.json"
};

static const unsigned char file_6[] = {
#embed "../../Mocks/modules/modern.json"
};

static const unsigned char file_7[] = {
#embed "../../Mocks/modules/no-limits.json"
};

static const unsigned char file_8[] = {
#embed "../../Mocks/modules/no-navigation.json"
};

static const unsigned char file_9[] = {
#embed "../../Mocks/modules/not-in-policy.json"
};

static const unsigned char file_10[] = {
#embed "../../Mocks/modules/rejecting-navigation.json"
};

static const unsigned char file_11[] = {
#embed "../../Mocks/modules/rpc-2.0.json"
};

static const unsigned char file_12[] = {
#embed "../../Mocks/modules/rpc-3.0.json"
};

static const unsigned char file_13[] = {
#embed "../../Mocks/modules/rpc-4.1.json"
};

static const unsigned char file_14[] = {
#embed "../../Mocks/modules/rpc-4.4.json"
};

static const unsigned char file_15[] = {
#embed "../../Mocks/modules/rpc-4.5.json"
};

static const unsigned char file_16[] = {
#embed "../../Mocks/modules/rpc-5.0.json"
};

static const unsigned char file_17[] = {
#embed "../../Mocks/modules/rpc-5.1.json"
};

static const unsigned char file_18[] = {
#embed "../../Mocks/modules/rpc-6.0.json"
};

static const unsigned char file_19[] = {
#embed "../../Mocks/modules/rpc-7.1.json"
};

static const unsigned char file_20[] = {
#embed "../../Mocks/modules/sdl-core-8.2.json"
};

static const unsigned char file_21[] = {
#embed "../../Mocks/modules/silent-navigation.json"
};

static const unsigned char file_22[] = {
#embed "../../Mocks/modules/slow-navigation.json"
};

static const unsigned char file_23[] = {
#embed "../../Mocks/modules/user-disallowed.json"
};

static const unsigned char file_24[] = {
#embed "../../Mocks/modules/waypoints-disabled.json"
};

static const unsigned char file_25[] = {
#embed "../../Mocks/policies/open.json"
};

static const unsigned char file_26[] = {
#embed "../../Mocks/policies/sdl-core-8.2.json"
};

static const unsigned char file_27[] = {
#embed "../../Mocks/routes/antimeridian.gpx"
};

static const unsigned char file_28[] = {
#embed "../../Mocks/routes/city.gpx"
};

static const unsigned char file_29[] = {
#embed "../../Mocks/routes/demo.gpx"
};

static const unsigned char file_30[] = {
#embed "../../Mocks/routes/loop.gpx"
};

static const unsigned char file_31[] = {
#embed "../../Mocks/routes/motorway.gpx"
};

static const unsigned char file_32[] = {
#embed "../../Mocks/routes/out-and-back.gpx"
};

static const struct c_mocks_file files[] = {
    {"drives/demo.nmea", file_0, sizeof file_0},
    {"modules/background-ok.json", file_1, sizeof file_1},
    {"modules/encryption-required.json", file_2, sizeof file_2},
    {"modules/flaky-link.json", file_3, sizeof file_3},
    {"modules/full-only.json", file_4, sizeof file_4},
    {"modules/legacy-protocol-2.json", file_5, sizeof file_5},
    {"modules/modern.json", file_6, sizeof file_6},
    {"modules/no-limits.json", file_7, sizeof file_7},
    {"modules/no-navigation.json", file_8, sizeof file_8},
    {"modules/not-in-policy.json", file_9, sizeof file_9},
    {"modules/rejecting-navigation.json", file_10, sizeof file_10},
    {"modules/rpc-2.0.json", file_11, sizeof file_11},
    {"modules/rpc-3.0.json", file_12, sizeof file_12},
    {"modules/rpc-4.1.json", file_13, sizeof file_13},
    {"modules/rpc-4.4.json", file_14, sizeof file_14},
    {"modules/rpc-4.5.json", file_15, sizeof file_15},
    {"modules/rpc-5.0.json", file_16, sizeof file_16},
    {"modules/rpc-5.1.json", file_17, sizeof file_17},
    {"modules/rpc-6.0.json", file_18, sizeof file_18},
    {"modules/rpc-7.1.json", file_19, sizeof file_19},
    {"modules/sdl-core-8.2.json", file_20, sizeof file_20},
    {"modules/silent-navigation.json", file_21, sizeof file_21},
    {"modules/slow-navigation.json", file_22, sizeof file_22},
    {"modules/user-disallowed.json", file_23, sizeof file_23},
    {"modules/waypoints-disabled.json", file_24, sizeof file_24},
    {"policies/open.json", file_25, sizeof file_25},
    {"policies/sdl-core-8.2.json", file_26, sizeof file_26},
    {"routes/antimeridian.gpx", file_27, sizeof file_27},
    {"routes/city.gpx", file_28, sizeof file_28},
    {"routes/demo.gpx", file_29, sizeof file_29},
    {"routes/loop.gpx", file_30, sizeof file_30},
    {"routes/motorway.gpx", file_31, sizeof file_31},
    {"routes/out-and-back.gpx", file_32, sizeof file_32},
};

size_t c_mocks_count(void) { return sizeof files / sizeof files[0]; }

struct c_mocks_file c_mocks_at(size_t index) { return files[index]; }
