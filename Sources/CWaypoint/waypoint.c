// The functions of the header are written in Swift (CInterface); this file makes the header a module.
#include "waypoint_simulator.h"
