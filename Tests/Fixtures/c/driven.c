// A head unit that an app connects to while a drive is fed: prints what happens, then ends under the app's feet.
//
//   driven MODULE ROUTE NMEA-FILE APP

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <waypoint_simulator.h>

struct watch {
    pthread_mutex_t lock;
    pthread_cond_t news;
    const char *wanted;
    int seen;
    long calls;
};

static waypoint_error error;

static void hear(void *context, const char *json) {
    struct watch *watch = context;
    pthread_mutex_lock(&watch->lock);
    watch->calls += 1;
    printf("%s\n", json);
    if (watch->wanted && strstr(json, watch->wanted)) {
        watch->seen = 1;
        pthread_cond_signal(&watch->news);
    }
    pthread_mutex_unlock(&watch->lock);
}

static void expect(struct watch *watch, const char *text) {
    pthread_mutex_lock(&watch->lock);
    watch->wanted = text;
    watch->seen = 0;
    pthread_mutex_unlock(&watch->lock);
}

// Waits for the text that was expected; 0 when it does not come within half a minute.
static int await(struct watch *watch) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 30;
    pthread_mutex_lock(&watch->lock);
    while (!watch->seen && pthread_cond_timedwait(&watch->news, &watch->lock, &end) == 0) continue;
    const int seen = watch->seen;
    pthread_mutex_unlock(&watch->lock);
    return seen;
}

static int fail(const char *what) {
    printf("failed: %s: %s\n", what, error.message);
    return 1;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct watch first = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0};
    struct watch second = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0};
    waypoint_unit *unit = waypoint_unit_create(arguments[1], &error);
    if (!unit) return fail("create");
    if (waypoint_unit_set_callback(unit, hear, &first, 0) != WAYPOINT_OK) return fail("callback");
    if (waypoint_unit_set_route(unit, arguments[2], &error) != WAYPOINT_OK) return fail("route");
    expect(&first, "\"appRegistered\"");
    uint16_t port = 0;
    if (waypoint_unit_start(unit, NULL, 0, &port, &error) != WAYPOINT_OK) return fail("start");
    printf("port %u\n", (unsigned)port);
    if (!await(&first)) return fail("no app");

    // From here on another one listens, who hears of RPCs, too.
    if (waypoint_unit_set_callback(unit, hear, &second, 1) != WAYPOINT_OK) return fail("callback");
    const long heard = first.calls;
    expect(&second, "\"SubscribeWayPoints\"");
    if (waypoint_unit_activate(unit, arguments[4], &error) != WAYPOINT_OK) return fail("activate");
    if (!await(&second)) return fail("no subscription");

    FILE *drive = fopen(arguments[3], "rb");
    if (!drive) return fail(arguments[3]);
    unsigned char bytes[512];
    size_t size;
    while ((size = fread(bytes, 1, sizeof bytes, drive)) > 0) {
        if (waypoint_unit_feed_nmea(unit, bytes, size) != WAYPOINT_OK) return fail("feed");
    }
    fclose(drive);
    if (first.calls != heard) return fail("the former callback was called");
    // The app is still there, and was just told that the drive has arrived.
    if (waypoint_unit_destroy(unit) != WAYPOINT_OK) return fail("destroy");
    const long calls = second.calls;
    printf("ended after %ld events\n", calls);
    return calls > 0 ? 0 : 1;
}
