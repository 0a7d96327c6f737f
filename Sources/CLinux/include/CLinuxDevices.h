#ifndef C_LINUX_DEVICES_H
#define C_LINUX_DEVICES_H

#include <stddef.h>

/// Makes an open terminal a raw 8N1 line without flow control at that speed and claims it for this process.
///
/// -1 and errno on failure: ENOTTY when it is no terminal, EBUSY when another process holds it, EINVAL when the speed
/// has no constant or the device does not take it.
int c_linux_serial_configure(int descriptor, int baud);

/// Gives the claim back and drops unsent output, so that a close cannot block on a device that is gone.
void c_linux_serial_release(int descriptor);

/// The speed of a terminal in baud; -1 when it is none or the speed has no constant.
int c_linux_serial_speed(int descriptor);

/// Opens the controlling end of a new pseudo-terminal, non-blocking, and writes the name of its other end.
int c_linux_pty_open(char *name, size_t capacity);

/// Creates a non-blocking inotify instance that is closed on exec.
int c_linux_inotify(void);

/// Joins an IPv4 multicast group, given as text, on the default interface.
int c_linux_join_group(int descriptor, const char *group);

/// The columns and rows of a terminal; -1 when it is none or does not know.
int c_linux_terminal_size(int descriptor, int *columns, int *rows);

#endif
