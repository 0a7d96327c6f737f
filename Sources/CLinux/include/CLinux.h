#ifndef C_LINUX_H
#define C_LINUX_H

#include <stdint.h>

#include "CLinuxDevices.h"

/// Creates an epoll instance that is closed on exec; -1 and errno on failure.
int c_linux_epoll_create(void);

/// Adds, changes or removes (`events` of 0) the interest in a descriptor; `tag` comes back with each event.
int c_linux_epoll_set(int epoll, int descriptor, uint32_t events, uint64_t tag, int is_new);

/// Waits for at most `capacity` events (capped at 128) and writes their masks and tags.
int c_linux_epoll_wait(int epoll, uint32_t *events, uint64_t *tags, int capacity, int timeout_ms);

/// Creates a non-blocking eventfd that is closed on exec.
int c_linux_eventfd(void);

/// Blocks SIGINT, SIGTERM and (always) SIGPIPE for the calling thread and the threads it makes later.
int c_linux_block_signals(void);

/// A descriptor that becomes readable when SIGINT or SIGTERM arrives; both must be blocked before.
int c_linux_signal_descriptor(void);

/// Reads one pending signal number from the descriptor; 0 when there is none, -1 and errno on failure.
int c_linux_read_signal(int descriptor);

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC; the peer's address is not asked for.
int c_linux_accept(int listener);

/// Switches Nagle's algorithm off.
int c_linux_set_no_delay(int descriptor);

/// Sets TCP keep-alive: idle seconds, interval seconds, probes and user timeout in milliseconds.
int c_linux_set_keep_alive(int descriptor, int idle, int interval, int probes, int user_timeout_ms);

#endif
