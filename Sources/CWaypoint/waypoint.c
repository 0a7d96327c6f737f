// The functions of the header are written in Swift (CInterface); this file makes the header a module.
#include "waypoint_simulator.h"
#include "waypoint_callback.h"

static _Thread_local int depth;

void c_waypoint_enter_callback(void) {
    depth += 1;
}

void c_waypoint_leave_callback(void) {
    depth -= 1;
}

int c_waypoint_is_in_callback(void) {
    return depth > 0;
}
