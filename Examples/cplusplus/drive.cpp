// A simulated head unit inside a C++ program: a recorded drive is fed to it as a receiver would, and what happens is
// printed, an event a line.
//
//   c++ drive.cpp $(pkg-config --cflags --libs waypoint-simulator) -o drive
//   ./drive modern demo.gpx demo.nmea

#include <waypoint_simulator.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace {

struct Destroy {
    void operator()(waypoint_unit *unit) const { waypoint_unit_destroy(unit); }
};

// Called on the unit's thread; the text is the library's.
void print(void *context, const char *json) {
    ++*static_cast<long *>(context);
    std::printf("%s\n", json);
}

int fail(const char *what, const waypoint_error &error) {
    std::fprintf(stderr, "%s: %s\n", what, error.message);
    return 1;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: drive MODULE ROUTE NMEA-FILE\n");
        return 2;
    }
    waypoint_error error = {};
    long events = 0;  // outlives the unit, whose callbacks count here until it is destroyed
    std::unique_ptr<waypoint_unit, Destroy> unit(waypoint_unit_create(argv[1], &error));
    if (!unit) return fail("module", error);

    if (waypoint_unit_set_callback(unit.get(), print, &events, 0) != WAYPOINT_OK) return 1;
    if (waypoint_unit_set_route(unit.get(), argv[2], &error) != WAYPOINT_OK) return fail("route", error);

    uint16_t port = 0;
    if (waypoint_unit_start(unit.get(), nullptr, 0, &port, &error) != WAYPOINT_OK) return fail("start", error);
    std::printf("listening on 127.0.0.1:%u\n", static_cast<unsigned>(port));

    std::ifstream drive(argv[3], std::ios::binary);
    if (!drive) {
        std::fprintf(stderr, "%s: cannot be read\n", argv[3]);
        return 1;
    }
    const std::string bytes((std::istreambuf_iterator<char>(drive)), std::istreambuf_iterator<char>());
    // As a serial line would bring them: in pieces that know nothing of sentences.
    for (std::size_t start = 0; start < bytes.size(); start += 512) {
        const std::size_t count = std::min<std::size_t>(512, bytes.size() - start);
        const auto *piece = reinterpret_cast<const uint8_t *>(bytes.data()) + start;
        if (waypoint_unit_feed_nmea(unit.get(), piece, count) != WAYPOINT_OK) return 1;
    }

    char *state = nullptr;
    if (waypoint_unit_command(unit.get(), "{\"command\": \"state\"}", &state, &error) != WAYPOINT_OK) {
        return fail("state", error);
    }
    std::printf("state %s\n", state);
    waypoint_free(state);

    if (waypoint_unit_activate(unit.get(), "nobody", &error) != WAYPOINT_REFUSED) return 1;
    std::printf("refused: %s\n", error.message);

    unit.reset();  // no callback comes after this
    std::printf("version %s, %ld events\n", waypoint_version(), events);
    return 0;
}
