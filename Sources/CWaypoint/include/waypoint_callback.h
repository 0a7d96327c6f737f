#ifndef WAYPOINT_CALLBACK_H
#define WAYPOINT_CALLBACK_H

// Not installed: marks the thread that is inside a callback of the library's user.

void c_waypoint_enter_callback(void);
void c_waypoint_leave_callback(void);
int c_waypoint_is_in_callback(void);

#endif
