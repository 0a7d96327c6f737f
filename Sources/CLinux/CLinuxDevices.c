#define _GNU_SOURCE
#include "CLinuxDevices.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static const struct {
    int baud;
    speed_t constant;
} speeds[] = {
    {1200, B1200},     {2400, B2400},     {4800, B4800},     {9600, B9600},       {19200, B19200},
    {38400, B38400},   {57600, B57600},   {115200, B115200}, {230400, B230400},   {460800, B460800},
    {500000, B500000}, {576000, B576000}, {921600, B921600}, {1000000, B1000000},
};

#define SPEED_COUNT (sizeof speeds / sizeof speeds[0])

static int constant_of(int baud, speed_t *constant) {
    for (size_t i = 0; i < SPEED_COUNT; i++) {
        if (speeds[i].baud == baud) {
            *constant = speeds[i].constant;
            return 1;
        }
    }
    return 0;
}

int c_linux_serial_configure(int descriptor, int baud) {
    speed_t speed;
    if (!isatty(descriptor)) {
        errno = ENOTTY;
        return -1;
    }
    if (!constant_of(baud, &speed)) {
        errno = EINVAL;
        return -1;
    }
    // TIOCEXCL keeps other openers out (but for root); the lock keeps out those who ask for it, root included.
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) errno = EBUSY;
        return -1;
    }
    if (ioctl(descriptor, TIOCEXCL) != 0) return -1;
    struct termios line;
    if (tcgetattr(descriptor, &line) != 0) return -1;
    speed_t before = cfgetispeed(&line);
    cfmakeraw(&line);
    line.c_cflag &= ~(tcflag_t)(CSIZE | CSTOPB | PARENB | CRTSCTS | HUPCL);
    line.c_cflag |= CS8 | CLOCAL | CREAD;
    line.c_cc[VMIN] = 1;
    line.c_cc[VTIME] = 0;
    if (cfsetispeed(&line, speed) != 0 || cfsetospeed(&line, speed) != 0) return -1;
    if (tcsetattr(descriptor, TCSANOW, &line) != 0) return -1;
    struct termios got;
    if (tcgetattr(descriptor, &got) != 0) return -1;
    // tcsetattr succeeds when any of its changes was made.
    if (cfgetospeed(&got) != speed || (got.c_lflag & (ICANON | ECHO)) != 0) {
        errno = EINVAL;
        return -1;
    }
    // What came in at another speed is no data.
    if (before != speed) (void)tcflush(descriptor, TCIFLUSH);
    return 0;
}

void c_linux_serial_release(int descriptor) {
    (void)tcflush(descriptor, TCOFLUSH);
    (void)ioctl(descriptor, TIOCNXCL);
    (void)flock(descriptor, LOCK_UN);
}

int c_linux_serial_speed(int descriptor) {
    struct termios line;
    if (tcgetattr(descriptor, &line) != 0) return -1;
    speed_t speed = cfgetospeed(&line);
    for (size_t i = 0; i < SPEED_COUNT; i++) {
        if (speeds[i].constant == speed) return speeds[i].baud;
    }
    return -1;
}

int c_linux_pty_open(char *name, size_t capacity) {
    int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return -1;
    int failure = 0;
    if (grantpt(descriptor) != 0 || unlockpt(descriptor) != 0) {
        failure = errno;
    } else {
        failure = ptsname_r(descriptor, name, capacity);
    }
    if (failure != 0) {
        close(descriptor);
        errno = failure;
        return -1;
    }
    return descriptor;
}

int c_linux_inotify(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int c_linux_join_group(int descriptor, const char *group) {
    struct ip_mreqn request;
    memset(&request, 0, sizeof request);
    if (inet_pton(AF_INET, group, &request.imr_multiaddr) != 1) {
        errno = EINVAL;
        return -1;
    }
    return setsockopt(descriptor, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
}

int c_linux_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}
