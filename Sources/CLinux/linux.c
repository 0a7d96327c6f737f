#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <malloc.h>

int c_linux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int c_linux_epoll_set(int epoll, int descriptor, uint32_t events, uint64_t tag, int is_new) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = tag;
    if (events == 0) {
        return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
    }
    return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int c_linux_epoll_wait(int epoll, uint32_t *events, uint64_t *tags, int capacity, int timeout_ms) {
    struct epoll_event ready[128];
    int limit = capacity < 128 ? capacity : 128;
    int count = epoll_wait(epoll, ready, limit, timeout_ms);
    for (int i = 0; i < count; i++) {
        events[i] = ready[i].events;
        tags[i] = ready[i].data.u64;
    }
    return count;
}

int c_linux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static void terminating_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

void c_linux_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int c_linux_block_signals(void) {
    // A shell starts background jobs with SIGINT ignored, and an ignored signal never reaches a signalfd.
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigset_t set;
    terminating_signals(&set);
    sigaddset(&set, SIGPIPE);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int c_linux_signal_descriptor(void) {
    sigset_t set;
    terminating_signals(&set);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

int c_linux_wait_signal(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count = read(descriptor, &info, sizeof info);
    return count == (ssize_t)sizeof info ? (int)info.ssi_signo : -1;
}

int c_linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int c_linux_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int c_linux_set_no_delay(int descriptor) {
    int on = 1;
    return setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int c_linux_set_keep_alive(int descriptor, int idle, int interval, int probes, int user_timeout_ms) {
    int on = 1;
    unsigned int timeout = (unsigned int)user_timeout_ms;
    if (setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) != 0 ||
        setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle) != 0 ||
        setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval) != 0 ||
        setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes) != 0) {
        return -1;
    }
    return setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
}

size_t c_linux_allocated_bytes(void) {
    struct mallinfo2 use = mallinfo2();
    return use.uordblks + use.hblkhd;
}

void c_linux_trim_memory(void) { malloc_trim(0); }

int c_linux_set_file_user(unsigned user) { return setfsuid(user); }
