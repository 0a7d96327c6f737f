#include "CMocks.h"

static const unsigned char modules_modern[] = {
#embed "../../Mocks/modules/modern.json"
};

const struct c_mocks_file c_mocks_files[] = {
    {"modules/modern.json", modules_modern, sizeof modules_modern},
};
const size_t c_mocks_count = sizeof c_mocks_files / sizeof c_mocks_files[0];
