// Written by Scripts/embed-folder; the files themselves are read when the package is built.
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

static const unsigned char file_33[] = {
#embed "../../Mocks/scenarios/allowed-in-background.json"
};

static const unsigned char file_34[] = {
#embed "../../Mocks/scenarios/app-revoked.json"
};

static const unsigned char file_35[] = {
#embed "../../Mocks/scenarios/capability-changes.json"
};

static const unsigned char file_36[] = {
#embed "../../Mocks/scenarios/capability-false.json"
};

static const unsigned char file_37[] = {
#embed "../../Mocks/scenarios/change-in-none.json"
};

static const unsigned char file_38[] = {
#embed "../../Mocks/scenarios/deactivated.json"
};

static const unsigned char file_39[] = {
#embed "../../Mocks/scenarios/first-with-capability.json"
};

static const unsigned char file_40[] = {
#embed "../../Mocks/scenarios/full-flow.json"
};

static const unsigned char file_41[] = {
#embed "../../Mocks/scenarios/generic-response.json"
};

static const unsigned char file_42[] = {
#embed "../../Mocks/scenarios/group-taken.json"
};

static const unsigned char file_43[] = {
#embed "../../Mocks/scenarios/ignition-cycle.json"
};

static const unsigned char file_44[] = {
#embed "../../Mocks/scenarios/ignored-subscription.json"
};

static const unsigned char file_45[] = {
#embed "../../Mocks/scenarios/legacy-3.0.json"
};

static const unsigned char file_46[] = {
#embed "../../Mocks/scenarios/legacy-4.1.json"
};

static const unsigned char file_47[] = {
#embed "../../Mocks/scenarios/legacy-4.4.json"
};

static const unsigned char file_48[] = {
#embed "../../Mocks/scenarios/level-flapping.json"
};

static const unsigned char file_49[] = {
#embed "../../Mocks/scenarios/link-lost.json"
};

static const unsigned char file_50[] = {
#embed "../../Mocks/scenarios/malformed-frames.json"
};

static const unsigned char file_51[] = {
#embed "../../Mocks/scenarios/no-navigation.json"
};

static const unsigned char file_52[] = {
#embed "../../Mocks/scenarios/no-route-yet.json"
};

static const unsigned char file_53[] = {
#embed "../../Mocks/scenarios/not-permitted.json"
};

static const unsigned char file_54[] = {
#embed "../../Mocks/scenarios/notification-first.json"
};

static const unsigned char file_55[] = {
#embed "../../Mocks/scenarios/only-in-full.json"
};

static const unsigned char file_56[] = {
#embed "../../Mocks/scenarios/parameters.json"
};

static const unsigned char file_57[] = {
#embed "../../Mocks/scenarios/parts/farewell.json"
};

static const unsigned char file_58[] = {
#embed "../../Mocks/scenarios/parts/subscribed.json"
};

static const unsigned char file_59[] = {
#embed "../../Mocks/scenarios/positions.json"
};

static const unsigned char file_60[] = {
#embed "../../Mocks/scenarios/provider.json"
};

static const unsigned char file_61[] = {
#embed "../../Mocks/scenarios/recorded-drive.json"
};

static const unsigned char file_62[] = {
#embed "../../Mocks/scenarios/rejecting-navigation.json"
};

static const unsigned char file_63[] = {
#embed "../../Mocks/scenarios/resumed.json"
};

static const unsigned char file_64[] = {
#embed "../../Mocks/scenarios/revoked-meanwhile.json"
};

static const unsigned char file_65[] = {
#embed "../../Mocks/scenarios/route-replaced.json"
};

static const unsigned char file_66[] = {
#embed "../../Mocks/scenarios/said-twice.json"
};

static const unsigned char file_67[] = {
#embed "../../Mocks/scenarios/silent-navigation.json"
};

static const unsigned char file_68[] = {
#embed "../../Mocks/scenarios/slow-link.json"
};

static const unsigned char file_69[] = {
#embed "../../Mocks/scenarios/slow-navigation.json"
};

static const unsigned char file_70[] = {
#embed "../../Mocks/scenarios/small-pieces.json"
};

static const unsigned char file_71[] = {
#embed "../../Mocks/scenarios/subscription-not-permitted.json"
};

static const unsigned char file_72[] = {
#embed "../../Mocks/scenarios/thrown-out.json"
};

static const unsigned char file_73[] = {
#embed "../../Mocks/scenarios/unauthorized.json"
};

static const unsigned char file_74[] = {
#embed "../../Mocks/scenarios/unknown-members.json"
};

static const unsigned char file_75[] = {
#embed "../../Mocks/scenarios/unknown-version.json"
};

static const unsigned char file_76[] = {
#embed "../../Mocks/scenarios/user-agrees.json"
};

static const unsigned char file_77[] = {
#embed "../../Mocks/scenarios/user-refuses.json"
};

static const unsigned char file_78[] = {
#embed "../../Mocks/scenarios/user-withdraws.json"
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
    {"scenarios/allowed-in-background.json", file_33, sizeof file_33},
    {"scenarios/app-revoked.json", file_34, sizeof file_34},
    {"scenarios/capability-changes.json", file_35, sizeof file_35},
    {"scenarios/capability-false.json", file_36, sizeof file_36},
    {"scenarios/change-in-none.json", file_37, sizeof file_37},
    {"scenarios/deactivated.json", file_38, sizeof file_38},
    {"scenarios/first-with-capability.json", file_39, sizeof file_39},
    {"scenarios/full-flow.json", file_40, sizeof file_40},
    {"scenarios/generic-response.json", file_41, sizeof file_41},
    {"scenarios/group-taken.json", file_42, sizeof file_42},
    {"scenarios/ignition-cycle.json", file_43, sizeof file_43},
    {"scenarios/ignored-subscription.json", file_44, sizeof file_44},
    {"scenarios/legacy-3.0.json", file_45, sizeof file_45},
    {"scenarios/legacy-4.1.json", file_46, sizeof file_46},
    {"scenarios/legacy-4.4.json", file_47, sizeof file_47},
    {"scenarios/level-flapping.json", file_48, sizeof file_48},
    {"scenarios/link-lost.json", file_49, sizeof file_49},
    {"scenarios/malformed-frames.json", file_50, sizeof file_50},
    {"scenarios/no-navigation.json", file_51, sizeof file_51},
    {"scenarios/no-route-yet.json", file_52, sizeof file_52},
    {"scenarios/not-permitted.json", file_53, sizeof file_53},
    {"scenarios/notification-first.json", file_54, sizeof file_54},
    {"scenarios/only-in-full.json", file_55, sizeof file_55},
    {"scenarios/parameters.json", file_56, sizeof file_56},
    {"scenarios/parts/farewell.json", file_57, sizeof file_57},
    {"scenarios/parts/subscribed.json", file_58, sizeof file_58},
    {"scenarios/positions.json", file_59, sizeof file_59},
    {"scenarios/provider.json", file_60, sizeof file_60},
    {"scenarios/recorded-drive.json", file_61, sizeof file_61},
    {"scenarios/rejecting-navigation.json", file_62, sizeof file_62},
    {"scenarios/resumed.json", file_63, sizeof file_63},
    {"scenarios/revoked-meanwhile.json", file_64, sizeof file_64},
    {"scenarios/route-replaced.json", file_65, sizeof file_65},
    {"scenarios/said-twice.json", file_66, sizeof file_66},
    {"scenarios/silent-navigation.json", file_67, sizeof file_67},
    {"scenarios/slow-link.json", file_68, sizeof file_68},
    {"scenarios/slow-navigation.json", file_69, sizeof file_69},
    {"scenarios/small-pieces.json", file_70, sizeof file_70},
    {"scenarios/subscription-not-permitted.json", file_71, sizeof file_71},
    {"scenarios/thrown-out.json", file_72, sizeof file_72},
    {"scenarios/unauthorized.json", file_73, sizeof file_73},
    {"scenarios/unknown-members.json", file_74, sizeof file_74},
    {"scenarios/unknown-version.json", file_75, sizeof file_75},
    {"scenarios/user-agrees.json", file_76, sizeof file_76},
    {"scenarios/user-refuses.json", file_77, sizeof file_77},
    {"scenarios/user-withdraws.json", file_78, sizeof file_78},
};

size_t c_mocks_count(void) { return sizeof files / sizeof files[0]; }

struct c_mocks_file c_mocks_at(size_t index) { return files[index]; }
