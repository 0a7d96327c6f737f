#ifndef C_WEB_SOCKETS_H
#define C_WEB_SOCKETS_H

// HTTP and WebSocket by libwebsockets, with its many callbacks brought down to those that our wrapper needs.
//
// One `c_web` is one libwebsockets context: a listening server, or a client with one connection. Everything but
// `c_web_wake` is called on the one thread that calls `c_web_serve`; all callbacks come on that thread.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct c_web;
struct c_web_connection;

enum c_web_method { C_WEB_GET, C_WEB_HEAD, C_WEB_POST, C_WEB_OTHER };

/// A request whose head, and body where it has one, has arrived; the texts live until the callback returns.
struct c_web_request {
    enum c_web_method method;
    /// Decoded, without the query; texts that were not sent are empty.
    const char *path;
    const char *query;
    const char *host;
    const char *origin;
    const char *cookie;
    const char *authorization;
    const char *content_type;
    /// Sec-Fetch-Site: where browsers say that a request comes from.
    const char *fetch_site;
    const char *peer;
    const uint8_t *body;
    size_t body_size;
};

struct c_web_header {
    const char *name;
    const char *value;
};

struct c_web_callbacks {
    void *owner;
    /// Somebody wants a WebSocket: 0 to agree, or the HTTP status of the refusal.
    int (*upgrade)(void *owner, const struct c_web_request *request);
    /// A body of that size is announced, and nothing of it was read. Returns whether it may come; else the request was
    /// answered by `c_web_respond` and the connection ends.
    bool (*admit)(void *owner, uint64_t id, const struct c_web_request *request, size_t body_size);
    /// A request to answer by `c_web_respond`, now or later, until `closed` is told.
    void (*request)(void *owner, uint64_t id, const struct c_web_request *request);
    /// A WebSocket is open.
    void (*opened)(void *owner, uint64_t id, const struct c_web_request *request);
    /// A whole message.
    void (*received)(void *owner, uint64_t id, const uint8_t *bytes, size_t size, bool is_binary);
    /// There is room for one message, which `c_web_send` may take. Returns whether there are more.
    bool (*writable)(void *owner, uint64_t id);
    /// The connection is over; `status` is that of the peer's close frame, 0 for none, -1 when this side closed it.
    /// Told once for each id.
    void (*closed)(void *owner, uint64_t id, int status, const char *reason);
    /// `c_web_wake` was called.
    void (*woken)(void *owner);
    /// A connection exists: its id from now on.
    void (*made)(void *owner, struct c_web_connection *connection, uint64_t id);
};

struct c_web_limits {
    uint16_t header_bytes;
    /// Of all bodies together, from their announcement to the answer.
    size_t all_body_bytes;
    /// Of all answers above 64 KiB together, until they are read; one more is answered by 503.
    size_t all_answer_bytes;
    size_t message_bytes;
    unsigned connections;
    /// How long a connection may take for its request, with a second more for each MiB of body, and without reading on.
    unsigned idle_seconds;
    /// A WebSocket that is silent for so long is asked for a sign of life, and closed after as long again.
    unsigned silence_seconds;
};

/// Opens a server on a numeric address; port 0 is any free one. NULL with errno set when that fails.
struct c_web *c_web_listen(
    const char *address, bool is_ipv6, uint16_t port, const struct c_web_limits *limits,
    const struct c_web_callbacks *callbacks);

/// The port of a server.
uint16_t c_web_port(const struct c_web *web);

/// Begins to dial; `opened` or `closed` follows. NULL when there is no memory.
struct c_web *c_web_dial(
    const char *host, uint16_t port, const char *path, const char *subprotocol, const struct c_web_limits *limits,
    const struct c_web_callbacks *callbacks);

/// Waits for something to happen and tells it. Returns false when the context is broken.
bool c_web_serve(struct c_web *web);

/// Lets `woken` be called; from any thread.
void c_web_wake(struct c_web *web);

/// Closes all connections and frees everything.
void c_web_destroy(struct c_web *web);

/// Answers the request of a connection. The arguments are copied. False when there is no memory.
bool c_web_respond(
    struct c_web_connection *connection, unsigned status, const char *content_type, const struct c_web_header *headers,
    size_t header_count, const uint8_t *body, size_t body_size);

/// Sends one message; only inside `writable`.
bool c_web_send(struct c_web_connection *connection, const uint8_t *bytes, size_t size, bool is_binary);

/// Asks for `writable`.
void c_web_want_to_write(struct c_web_connection *connection);

/// Leaves what the peer sends in the system's buffers, or no longer.
void c_web_set_reading(struct c_web_connection *connection, bool is_reading);

/// Closes a WebSocket in order, after what was sent; the reason is at most 123 bytes.
void c_web_close(struct c_web_connection *connection, uint16_t status, const char *reason);

/// Cuts a connection.
void c_web_abort(struct c_web_connection *connection);

#endif
