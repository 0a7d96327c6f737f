#ifndef C_LINUX_H
#define C_LINUX_H

#include <stddef.h>
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

/// Gives the calling thread a name for tools; Linux keeps its first 15 bytes.
void c_linux_name_thread(const char *name);

/// Blocks SIGINT, SIGTERM and SIGPIPE for the calling thread and the threads it makes later.
///
/// SIGINT and SIGTERM get their default actions too: a blocked signal that was inherited as ignored would never reach
/// ``c_linux_signal_descriptor``.
int c_linux_block_signals(void);

/// A descriptor from which SIGINT and SIGTERM are read; both must be blocked before.
int c_linux_signal_descriptor(void);

/// Waits for a signal on the descriptor and gives its number; -1 and errno on failure.
int c_linux_wait_signal(int descriptor);

/// pipe2 with O_CLOEXEC: the ends for reading and for writing.
int c_linux_pipe(int ends[2]);

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC; the peer's address is not asked for.
int c_linux_accept(int listener);

/// Sets the user whose files the calling thread may touch (setfsuid); gives the one before.
int c_linux_set_file_user(unsigned user);

/// Switches Nagle's algorithm off.
int c_linux_set_no_delay(int descriptor);

/// Sets TCP keep-alive: idle seconds, interval seconds, probes and user timeout in milliseconds.
int c_linux_set_keep_alive(int descriptor, int idle, int interval, int probes, int user_timeout_ms);

/// The bytes that malloc has given out and that were not freed, over all arenas.
size_t c_linux_allocated_bytes(void);

/// Gives memory that malloc keeps, but nobody uses, back to the system.
void c_linux_trim_memory(void);

#endif
