#include "lanes.h"

// The functions are inline; this file makes the target one that the package manager builds.
