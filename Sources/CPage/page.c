// Written by Scripts/embed-folder; the files themselves are read when the package is built.
#include "CPage.h"

static const unsigned char file_0[] = {
#embed "../../Page/api.js"
};

static const unsigned char file_1[] = {
#embed "../../Page/dom.js"
};

static const unsigned char file_2[] = {
#embed "../../Page/faults.js"
};

static const unsigned char file_3[] = {
#embed "../../Page/format.js"
};

static const unsigned char file_4[] = {
#embed "../../Page/gnss.js"
};

static const unsigned char file_5[] = {
#embed "../../Page/icon.svg"
};

static const unsigned char file_6[] = {
#embed "../../Page/index.html"
};

static const unsigned char file_7[] = {
#embed "../../Page/live.js"
};

static const unsigned char file_8[] = {
#embed "../../Page/log.js"
};

static const unsigned char file_9[] = {
#embed "../../Page/main.js"
};

static const unsigned char file_10[] = {
#embed "../../Page/map.js"
};

static const unsigned char file_11[] = {
#embed "../../Page/page.css"
};

static const unsigned char file_12[] = {
#embed "../../Page/route.js"
};

static const unsigned char file_13[] = {
#embed "../../Page/source.js"
};

static const unsigned char file_14[] = {
#embed "../../Page/types.js"
};

static const unsigned char file_15[] = {
#embed "../../Page/unit.js"
};

static const struct c_page_file files[] = {
    {"api.js", file_0, sizeof file_0},
    {"dom.js", file_1, sizeof file_1},
    {"faults.js", file_2, sizeof file_2},
    {"format.js", file_3, sizeof file_3},
    {"gnss.js", file_4, sizeof file_4},
    {"icon.svg", file_5, sizeof file_5},
    {"index.html", file_6, sizeof file_6},
    {"live.js", file_7, sizeof file_7},
    {"log.js", file_8, sizeof file_8},
    {"main.js", file_9, sizeof file_9},
    {"map.js", file_10, sizeof file_10},
    {"page.css", file_11, sizeof file_11},
    {"route.js", file_12, sizeof file_12},
    {"source.js", file_13, sizeof file_13},
    {"types.js", file_14, sizeof file_14},
    {"unit.js", file_15, sizeof file_15},
};

size_t c_page_count(void) { return sizeof files / sizeof files[0]; }

struct c_page_file c_page_at(size_t index) { return files[index]; }
