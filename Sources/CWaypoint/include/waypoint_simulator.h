#ifndef WAYPOINT_SIMULATOR_H
#define WAYPOINT_SIMULATOR_H

// A simulated SDL head unit for programs in C and C++: listens for SDL apps, is fed by a GNSS receiver's NMEA, tells its
// apps the waypoints of a route, and tells this program what happens.
//
// Ownership. A unit belongs to the caller from waypoint_unit_create until waypoint_unit_destroy. Texts and bytes that are
// passed in are read during the call and belong to the caller. Texts of a callback belong to the library and are valid
// until the callback returns. Only the answer of waypoint_unit_command belongs to the caller, who frees it by
// waypoint_free. A unit and its texts are UTF-8 and end in a zero byte.
//
// Threads. Each unit has a thread of its own. Every function may be called from any thread: calls on one unit are carried
// out one after the other, and return when they are done. The callback comes on the unit's thread: it must return soon,
// must neither throw nor longjmp out, must not wait for a thread that calls into this library, and gets
// WAYPOINT_WRONG_THREAD from every function that takes or makes a unit, of whatever unit. waypoint_unit_destroy must be
// the last call on a unit; no other may be under way or wait.
//
// The process. The library changes nothing of the process it lives in: neither signals nor limits. A unit takes one
// descriptor for each app beside some of its own; with many apps the program raises RLIMIT_NOFILE itself. Once loaded the
// library stays: dlclose does not unload it.
//
// Versions. The library's file name and SONAME end in the number of its binary interface (.so.0): it changes with what
// programs would have to be compiled anew for. Fields and numbers stay; functions may be added.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What became of a call. The numbers stay as they are.
typedef enum waypoint_status {
    WAYPOINT_OK = 0,
    // The unit or a needed argument is NULL, or a text is not UTF-8.
    WAYPOINT_INVALID_ARGUMENT = 1,
    // The call came inside a callback.
    WAYPOINT_WRONG_THREAD = 2,
    // The module, route or command cannot be used; the error says why.
    WAYPOINT_REFUSED = 3,
    // The address cannot be listened on; the error says why.
    WAYPOINT_NOT_LISTENING = 4
} waypoint_status;

// Why a call failed, in words; belongs to the caller. Empty after a call that succeeded.
typedef struct waypoint_error {
    char message[256];
} waypoint_error;

// A head unit.
typedef struct waypoint_unit waypoint_unit;

// Takes an event as a JSON object: "event" says what it is (appRegistered, subscribed, route, level, rpc ...; the
// manual's page on the control lists them). Called on the unit's thread.
typedef void (*waypoint_event_callback)(void *context, const char *json);

// The version of this library, such as "0.1.0". Any thread; valid for ever.
const char *waypoint_version(void);

// Makes a unit that does not listen yet.
//
// module: the name of a module that comes with the library, such as "modern", or the path of a module file.
// error: gets the reason; may be NULL.
// Returns the unit, which the caller owns, or NULL. Any thread, not inside a callback.
waypoint_unit *waypoint_unit_create(const char *module, waypoint_error *error);

// Sets who hears of events from now on; NULL for nobody. When it returns, the former callback is not called any more.
//
// context: is handed to each call; must be valid until the callback is replaced or the unit destroyed.
// with_messages: not 0 for RPCs and levels, too.
// Any thread, not inside a callback.
waypoint_status waypoint_unit_set_callback(
    waypoint_unit *unit, waypoint_event_callback callback, void *context, int with_messages);

// Listens for SDL apps over TCP. A second call listens at another place instead; apps that are connected stay.
//
// host: a numeric address of this machine; NULL for 127.0.0.1.
// port: the port, 0 for any free one; SDL's own is 12345.
// listening_port: gets the real port; may be NULL.
// Any thread, not inside a callback.
waypoint_status waypoint_unit_start(
    waypoint_unit *unit, const char *host, uint16_t port, uint16_t *listening_port, waypoint_error *error);

// Feeds bytes of a receiver, cut in any way: NMEA 0183 sentences. The vehicle is where they say, waypoints are passed,
// and apps hear of both. What cannot be read is passed over. A drive that the module plays by itself goes on beside them:
// choose a module without one, or end it by the command "drive". Any thread, not inside a callback.
waypoint_status waypoint_unit_feed_nmea(waypoint_unit *unit, const uint8_t *bytes, size_t count);

// Sets the route of the navigation; apps that subscribed hear of it.
//
// route: the name of a route that comes with the library, such as "city", or the path of a GPX, GeoJSON or NMEA file;
// NULL clears the route.
// Any thread, not inside a callback.
waypoint_status waypoint_unit_set_route(waypoint_unit *unit, const char *route, waypoint_error *error);

// Brings an app to the front, as the driver's tap does.
//
// app: its name, its id, or the id by which the HMI knows it. WAYPOINT_REFUSED while no such app is registered.
// Any thread, not inside a callback.
waypoint_status waypoint_unit_activate(waypoint_unit *unit, const char *app, waypoint_error *error);

// Carries out a command of the control: a JSON object with "command", such as {"command": "state"}.
//
// answer: gets JSON text that the caller frees by waypoint_free; "null" where the command has nothing to tell. May be
// NULL. Untouched after a failure.
// Any thread, not inside a callback.
waypoint_status waypoint_unit_command(
    waypoint_unit *unit, const char *json, char **answer, waypoint_error *error);

// Frees a text that belongs to the caller; NULL does nothing. Any thread.
void waypoint_free(char *text);

// Ends all connections and frees the unit; NULL does nothing. When it returns no callback is running or will come, and
// the unit's thread has ended. Apps that still had not taken what was sent to them lose it.
// Any thread; inside a callback nothing is freed.
waypoint_status waypoint_unit_destroy(waypoint_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
