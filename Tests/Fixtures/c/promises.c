// Holds the library to its header: bad arguments, the unit's own thread, several units and threads, texts.

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <waypoint_simulator.h>

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s; %s\n", __LINE__, #condition, error.message); \
            return 1; \
        } \
    } while (0)

static waypoint_error error;

struct seen {
    waypoint_unit *unit;
    long calls;
    waypoint_status inside[5];
    waypoint_unit *other;
    waypoint_unit *made;
};

static void hear(void *context, const char *json) {
    struct seen *seen = context;
    char *answer = NULL;
    (void)json;
    seen->calls += 1;
    seen->inside[0] = waypoint_unit_set_callback(seen->unit, NULL, NULL, 0);
    seen->inside[1] = waypoint_unit_command(seen->unit, "{\"command\":\"state\"}", &answer, NULL);
    seen->inside[2] = waypoint_unit_destroy(seen->unit);
    seen->inside[3] = waypoint_unit_feed_nmea(seen->unit, (const uint8_t *)"$", 1);
    seen->inside[4] = waypoint_unit_feed_nmea(seen->other, (const uint8_t *)"$", 1);
    seen->made = waypoint_unit_create("modern", NULL);
}

static void *advance(void *unit) {
    for (int turn = 0; turn < 50; turn += 1) {
        char *answer = NULL;
        if (waypoint_unit_command(unit, "{\"command\":\"state\"}", &answer, NULL) != WAYPOINT_OK) return unit;
        waypoint_free(answer);
        if (waypoint_unit_set_route(unit, turn % 2 ? "city" : "loop", NULL) != WAYPOINT_OK) return unit;
    }
    return NULL;
}

// Whether what the process does on signals is what it was at the first call.
static int keeps_signals(void) {
    static const int numbers[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGSEGV, SIGTRAP, SIGUSR1};
    static void (*first[sizeof numbers / sizeof *numbers])(int);
    static int calls;
    calls += 1;
    for (size_t place = 0; place < sizeof numbers / sizeof *numbers; place += 1) {
        struct sigaction action;
        if (sigaction(numbers[place], NULL, &action) != 0) return 0;
        if (calls == 1) first[place] = action.sa_handler;
        if (action.sa_handler != first[place]) return 0;
    }
    return 1;
}

int main(void) {
    EXPECT(keeps_signals());
    EXPECT(waypoint_unit_create(NULL, &error) == NULL && strstr(error.message, "module is NULL"));
    EXPECT(waypoint_unit_create("no-such-module", &error) == NULL && strstr(error.message, "modern"));
    EXPECT(waypoint_unit_create("\xff\xfe", &error) == NULL && strstr(error.message, "UTF-8"));
    EXPECT(waypoint_unit_create("/nowhere/module.json", NULL) == NULL);
    EXPECT(waypoint_unit_start(NULL, NULL, 0, NULL, &error) == WAYPOINT_INVALID_ARGUMENT);
    EXPECT(waypoint_unit_destroy(NULL) == WAYPOINT_OK);
    waypoint_free(NULL);

    waypoint_unit *unit = waypoint_unit_create("modern", &error);
    EXPECT(unit != NULL && error.message[0] == 0);
    EXPECT(waypoint_unit_start(unit, "256.0.0.1", 0, NULL, &error) == WAYPOINT_NOT_LISTENING && error.message[0]);
    uint16_t port = 0;
    struct rlimit before, after;
    getrlimit(RLIMIT_NOFILE, &before);
    EXPECT(waypoint_unit_start(unit, "127.0.0.1", 0, &port, NULL) == WAYPOINT_OK && port != 0);
    getrlimit(RLIMIT_NOFILE, &after);
    EXPECT(before.rlim_cur == after.rlim_cur);
    EXPECT(waypoint_unit_start(unit, NULL, 0, NULL, &error) == WAYPOINT_OK);
    EXPECT(waypoint_unit_feed_nmea(unit, (const uint8_t *)"$", SIZE_MAX) == WAYPOINT_INVALID_ARGUMENT);
    EXPECT(waypoint_unit_activate(unit, "nobody", &error) == WAYPOINT_REFUSED);
    EXPECT(waypoint_unit_feed_nmea(unit, NULL, 5) == WAYPOINT_INVALID_ARGUMENT);
    EXPECT(waypoint_unit_feed_nmea(unit, NULL, 0) == WAYPOINT_OK);
    EXPECT(waypoint_unit_set_route(unit, "nowhere.gpx", &error) == WAYPOINT_REFUSED);
    EXPECT(waypoint_unit_command(unit, "not JSON", NULL, &error) == WAYPOINT_REFUSED);
    EXPECT(waypoint_unit_command(unit, "{\"command\":\"fly\"}", NULL, &error) == WAYPOINT_REFUSED);
    EXPECT(waypoint_unit_command(unit, "{\"command\":\"state\"}", NULL, &error) == WAYPOINT_OK);

    waypoint_unit *other = waypoint_unit_create("sdl-core-8.2", &error);
    EXPECT(other != NULL);
    struct seen seen = {unit, 0, {WAYPOINT_OK, WAYPOINT_OK, WAYPOINT_OK, WAYPOINT_OK, WAYPOINT_OK}, other, NULL};
    EXPECT(waypoint_unit_set_callback(unit, hear, &seen, 0) == WAYPOINT_OK);
    EXPECT(waypoint_unit_set_route(unit, "city", &error) == WAYPOINT_OK);
    EXPECT(waypoint_unit_command(unit, "{\"command\":\"route\",\"action\":\"advance\"}", NULL, &error) == WAYPOINT_OK);
    EXPECT(seen.calls > 0);
    for (int place = 0; place < 5; place += 1) EXPECT(seen.inside[place] == WAYPOINT_WRONG_THREAD);
    EXPECT(seen.made == NULL);
    const long calls = seen.calls;
    EXPECT(waypoint_unit_set_callback(unit, NULL, NULL, 0) == WAYPOINT_OK);
    EXPECT(waypoint_unit_command(unit, "{\"command\":\"route\",\"action\":\"advance\"}", NULL, &error) == WAYPOINT_OK);
    EXPECT(seen.calls == calls);
    EXPECT(waypoint_unit_set_route(unit, NULL, &error) == WAYPOINT_OK);

    pthread_t threads[4];
    for (int place = 0; place < 4; place += 1) pthread_create(&threads[place], NULL, advance, place % 2 ? unit : other);
    for (int place = 0; place < 4; place += 1) {
        void *result = unit;
        pthread_join(threads[place], &result);
        EXPECT(result == NULL);
    }
    EXPECT(waypoint_unit_destroy(other) == WAYPOINT_OK);
    EXPECT(waypoint_unit_destroy(unit) == WAYPOINT_OK);
    EXPECT(keeps_signals());
    printf("all promises kept\n");
    return 0;
}
