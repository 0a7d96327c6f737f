// Written by Scripts/embed-folder; the files themselves are read when the package is built.
#include "CPage.h"

static const unsigned char file_0[] = {
#embed "../../Page/index.html"
};

static const struct c_page_file files[] = {
    {"index.html", file_0, sizeof file_0},
};

size_t c_page_count(void) { return sizeof files / sizeof files[0]; }

struct c_page_file c_page_at(size_t index) { return files[index]; }
