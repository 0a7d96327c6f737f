#define _GNU_SOURCE

#include "CWebSockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CHUNK = 16384, CLOSE_REASON = 123, SMALL_ANSWER = 65536 };

struct c_web {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct c_web_limits limits;
    struct c_web_callbacks callbacks;
    struct lws_protocols protocols[2];
    lws_retry_bo_t liveness;
    uint64_t next_id;
    unsigned connections;
    /// What requests that are not answered have brought or announced, and what waits to be read by those who asked.
    size_t request_bytes;
    size_t answer_bytes;
    /// Of a client, until it is freed.
    struct c_web_connection *client;
};

struct response {
    unsigned status;
    char *content_type;
    struct c_web_header *headers;
    size_t header_count;
    /// With LWS_PRE bytes in front.
    uint8_t *body;
    size_t size;
    size_t sent;
    /// What of `answer_bytes` is for it.
    size_t counted;
    bool has_head;
};

struct c_web_connection {
    struct lws *wsi;
    struct c_web *web;
    uint64_t id;
    bool is_socket;
    bool is_client;
    /// The request was told, and is not answered to its end.
    bool is_asked;
    /// Whether its body may come was asked.
    bool is_judged;
    bool is_answered;
    bool is_closing;
    uint16_t close_status;
    char close_reason[CLOSE_REASON + 1];
    int peer_status;
    char peer_reason[CLOSE_REASON + 1];
    /// The body of a request, or the message that arrives.
    uint8_t *input;
    size_t input_size;
    size_t input_capacity;
    size_t expected;
    /// What of `request_bytes` is for it.
    size_t counted;
    lws_usec_t began;
    struct response *response;
    enum c_web_method method;
    char path[1024];
    char query[2048];
    char host[300];
    char origin[512];
    /// As long as it is: programs of other ports of this host leave their cookies to us as well.
    char *cookie;
    char authorization[512];
    char content_type[256];
    char fetch_site[32];
    char peer[64];
};

static void free_response(struct c_web *web, struct response *response) {
    if (!response) return;
    web->answer_bytes -= response->counted;
    for (size_t index = 0; index < response->header_count; index++) {
        free((char *)response->headers[index].name);
        free((char *)response->headers[index].value);
    }
    free(response->headers);
    free(response->content_type);
    free(response->body);
    free(response);
}

static struct c_web_request request_of(const struct c_web_connection *connection) {
    return (struct c_web_request){
        .method = connection->method,
        .path = connection->path,
        .query = connection->query,
        .host = connection->host,
        .origin = connection->origin,
        .cookie = connection->cookie ? connection->cookie : "",
        .authorization = connection->authorization,
        .content_type = connection->content_type,
        .fetch_site = connection->fetch_site,
        .peer = connection->peer,
        .body = connection->input,
        .body_size = connection->input_size,
    };
}

static bool append(struct c_web_connection *connection, const void *bytes, size_t size, size_t limit) {
    if (size > limit || connection->input_size > limit - size) return false;
    size_t needed = connection->input_size + size;
    if (needed > connection->input_capacity) {
        size_t capacity = connection->input_capacity ? connection->input_capacity : 1024;
        while (capacity < needed) capacity *= 2;
        uint8_t *grown = realloc(connection->input, capacity);
        if (!grown) return false;
        connection->input = grown;
        connection->input_capacity = capacity;
    }
    if (size) memcpy(connection->input + connection->input_size, bytes, size);
    connection->input_size = needed;
    return true;
}

/// Ready for the next message; a large buffer is not kept.
static void clear_input(struct c_web_connection *connection) {
    connection->input_size = 0;
    if (connection->input_capacity <= 65536) return;
    free(connection->input);
    connection->input = NULL;
    connection->input_capacity = 0;
}

/// False when the header does not fit.
static bool copy_header(struct lws *wsi, enum lws_token_indexes token, char *into, size_t capacity) {
    into[0] = 0;
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0) return true;
    if ((size_t)length >= capacity) return false;
    return lws_hdr_copy(wsi, into, (int)capacity, token) >= 0;
}

/// As long as the header is; false when there is no memory.
static bool copy_cookie(struct c_web_connection *connection) {
    int length = lws_hdr_total_length(connection->wsi, WSI_TOKEN_HTTP_COOKIE);
    free(connection->cookie);
    connection->cookie = calloc(1, (size_t)(length > 0 ? length : 0) + 1);
    if (!connection->cookie) return false;
    return length <= 0 ||
        lws_hdr_copy(connection->wsi, connection->cookie, length + 1, WSI_TOKEN_HTTP_COOKIE) >= 0;
}

/// A header that the library has no number for; one that does not fit counts as another value than any known one.
static void copy_named_header(struct lws *wsi, const char *name, char *into, size_t capacity) {
    into[0] = 0;
    int length = lws_hdr_custom_length(wsi, name, (int)strlen(name));
    if (length <= 0) return;
    if ((size_t)length >= capacity ||
        lws_hdr_custom_copy(wsi, into, (int)capacity, name, (int)strlen(name)) < 0) {
        strcpy(into, "?");
    }
}

static bool copy_query(struct lws *wsi, char *into, size_t capacity) {
    size_t used = 0;
    into[0] = 0;
    for (int index = 0;; index++) {
        int length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index);
        if (length <= 0) return true;
        if (used + (size_t)length + 2 > capacity) return false;
        if (used) into[used++] = '&';
        if (lws_hdr_copy_fragment(wsi, into + used, (int)(capacity - used), WSI_TOKEN_HTTP_URI_ARGS, index) < 0) {
            return false;
        }
        used += strlen(into + used);
    }
}

static bool read_head(struct c_web_connection *connection) {
    struct lws *wsi = connection->wsi;
    char *uri = NULL;
    int length = 0;
    switch (lws_http_get_uri_and_method(wsi, &uri, &length)) {
        case LWSHUMETH_GET: connection->method = C_WEB_GET; break;
        case LWSHUMETH_HEAD: connection->method = C_WEB_HEAD; break;
        case LWSHUMETH_POST: connection->method = C_WEB_POST; break;
        default: connection->method = C_WEB_OTHER; break;
    }
    if (!uri || length < 0 || (size_t)length >= sizeof connection->path) return false;
    memcpy(connection->path, uri, (size_t)length);
    connection->path[length] = 0;
    copy_named_header(wsi, "sec-fetch-site:", connection->fetch_site, sizeof connection->fetch_site);
    return copy_query(wsi, connection->query, sizeof connection->query) &&
        copy_header(wsi, WSI_TOKEN_HOST, connection->host, sizeof connection->host) &&
        copy_header(wsi, WSI_TOKEN_ORIGIN, connection->origin, sizeof connection->origin) &&
        copy_cookie(connection) &&
        copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, connection->authorization, sizeof connection->authorization) &&
        copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, connection->content_type, sizeof connection->content_type);
}

static int refuse(struct c_web_connection *connection, unsigned status) {
    lws_return_http_status(connection->wsi, status, NULL);
    // What was not read of the request must not be taken for the next one.
    return -1;
}

/// A second request ends the connection: the library would tell the end of a body again and again for what follows it.
static int hand_over(struct c_web_connection *connection) {
    if (connection->is_asked) return -1;
    connection->is_asked = true;
    lws_set_timeout(connection->wsi, NO_PENDING_TIMEOUT, 0);
    struct c_web_request request = request_of(connection);
    connection->web->callbacks.request(connection->web->callbacks.owner, connection->id, &request);
    // It was copied.
    clear_input(connection);
    return 0;
}

static int write_head(struct c_web_connection *connection);

/// Sends the answer at once, since nothing more is read: the body of the request stays where it is.
static int answer_and_end(struct c_web_connection *connection) {
    struct response *response = connection->response;
    if (response && !write_head(connection) && response->size > 0) {
        lws_write(connection->wsi, response->body + LWS_PRE, response->size, LWS_WRITE_HTTP_FINAL);
    }
    return -1;
}

/// Before a byte of a body is taken, it is asked whether it may come.
static int body_announced(struct c_web_connection *connection) {
    struct c_web *web = connection->web;
    struct c_web_request request = request_of(connection);
    connection->is_judged = true;
    if (!web->callbacks.admit(web->callbacks.owner, connection->id, &request, connection->expected)) {
        return answer_and_end(connection);
    }
    size_t limit = web->limits.all_body_bytes;
    if (connection->expected > limit || web->request_bytes > limit - connection->expected) {
        return refuse(connection, 503);
    }
    web->request_bytes += connection->expected;
    connection->counted = connection->expected;
    // Each byte renews the library's own timeout; this one is for head and body together.
    lws_usec_t allowed = (lws_usec_t)web->limits.idle_seconds * LWS_US_PER_SEC +
        (lws_usec_t)(connection->expected >> 20) * LWS_US_PER_SEC;
    lws_usec_t left = connection->began + allowed - lws_now_usecs();
    lws_set_timer_usecs(connection->wsi, left > 1000 ? left : 1000);
    return 0;
}

static int request_began(struct c_web_connection *connection) {
    if (connection->is_asked) return -1;
    if (!read_head(connection)) return refuse(connection, 431);
    char length[24];
    if (lws_hdr_total_length(connection->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        return refuse(connection, 501);
    }
    if (!copy_header(connection->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length)) {
        return refuse(connection, 400);
    }
    size_t expected = 0;
    for (const char *digit = length; *digit; digit++) {
        if (*digit < '0' || *digit > '9') return refuse(connection, 400);
        // Far above any bound, and it cannot overflow.
        if (expected < SIZE_MAX / 100) expected = expected * 10 + (size_t)(*digit - '0');
    }
    if (connection->method == C_WEB_POST && !length[0]) return refuse(connection, 411);
    if (connection->method != C_WEB_POST && expected > 0) return refuse(connection, 400);
    connection->expected = expected;
    return expected == 0 ? hand_over(connection) : body_announced(connection);
}

static int write_head(struct c_web_connection *connection) {
    struct response *response = connection->response;
    uint8_t buffer[LWS_PRE + 4096];
    uint8_t *start = buffer + LWS_PRE, *place = start, *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(
            connection->wsi, response->status, response->content_type, response->size, &place, end)) {
        return -1;
    }
    if (lws_add_http_header_by_name(
            connection->wsi, (const uint8_t *)"connection:", (const uint8_t *)"close", 5, &place, end)) {
        return -1;
    }
    for (size_t index = 0; index < response->header_count; index++) {
        const struct c_web_header *header = &response->headers[index];
        if (lws_add_http_header_by_name(
                connection->wsi, (const uint8_t *)header->name, (const uint8_t *)header->value,
                (int)strlen(header->value), &place, end)) {
            return -1;
        }
    }
    if (lws_finalize_write_http_header(connection->wsi, start, &place, end)) return -1;
    response->has_head = true;
    return 0;
}

static int write_response(struct c_web_connection *connection) {
    struct response *response = connection->response;
    if (!response) return 0;
    if (!response->has_head) {
        if (write_head(connection)) return -1;
        if (response->size > 0 && connection->method != C_WEB_HEAD) {
            lws_callback_on_writable(connection->wsi);
            return 0;
        }
    } else {
        size_t rest = response->size - response->sent;
        size_t size = rest < CHUNK ? rest : CHUNK;
        // The head room of a later chunk lies over bytes that are sent already.
        int written = lws_write(
            connection->wsi, response->body + LWS_PRE + response->sent, size,
            size == rest ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
        if (written < (int)size) return -1;
        response->sent += size;
        if (response->sent < response->size) {
            lws_set_timeout(
                connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)connection->web->limits.idle_seconds);
            lws_callback_on_writable(connection->wsi);
            return 0;
        }
    }
    // The library gives out the tables of headers anew when a transaction is over, also where the next request lies in one
    // of them already: hostile input made it read freed memory. One request a connection leaves nothing to mix up.
    return -1;
}

static int close_in_order(struct c_web_connection *connection, uint16_t status, const char *reason) {
    connection->peer_status = -1;
    size_t length = strlen(reason);
    if (length > CLOSE_REASON) length = CLOSE_REASON;
    lws_close_reason(connection->wsi, (enum lws_close_status)status, (unsigned char *)reason, length);
    return -1;
}

static int message_part(struct c_web_connection *connection, const void *bytes, size_t size) {
    struct lws *wsi = connection->wsi;
    if (lws_is_first_fragment(wsi)) clear_input(connection);
    size_t limit = connection->web->limits.message_bytes;
    // What is announced counts already, so that a peer cannot make us hold nearly twice the limit.
    if (lws_remaining_packet_payload(wsi) > limit || !append(connection, bytes, size, limit)) {
        return close_in_order(connection, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too large");
    }
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    connection->web->callbacks.received(
        connection->web->callbacks.owner, connection->id, connection->input, connection->input_size,
        lws_frame_is_binary(wsi));
    clear_input(connection);
    return 0;
}

static struct c_web_connection *make_connection(struct c_web *web, struct lws *wsi, bool is_client) {
    struct c_web_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->wsi = wsi;
    connection->web = web;
    connection->is_client = is_client;
    connection->id = web->next_id++;
    connection->began = lws_now_usecs();
    web->connections++;
    lws_set_opaque_user_data(wsi, connection);
    web->callbacks.made(web->callbacks.owner, connection, connection->id);
    return connection;
}

static void free_connection(struct c_web_connection *connection) {
    struct c_web *web = connection->web;
    web->connections--;
    if (connection->wsi) lws_set_opaque_user_data(connection->wsi, NULL);
    web->client = NULL;
    web->callbacks.closed(
        web->callbacks.owner, connection->id, connection->peer_status, connection->peer_reason);
    free_response(web, connection->response);
    web->request_bytes -= connection->counted;
    free(connection->cookie);
    free(connection->input);
    free(connection);
}

static void opened(struct c_web_connection *connection) {
    connection->is_socket = true;
    clear_input(connection);
    // On TCP this library asks for no delay itself; small messages go out at once.
    struct c_web_request request = request_of(connection);
    connection->web->callbacks.opened(connection->web->callbacks.owner, connection->id, &request);
}

/// Keeps the status and reason of the peer's close frame.
static void peer_closes(struct c_web_connection *connection, const uint8_t *bytes, size_t size) {
    connection->peer_status = size >= 2 ? bytes[0] << 8 | bytes[1] : 1005;
    size_t length = size > 2 ? size - 2 : 0;
    if (length > CLOSE_REASON) length = CLOSE_REASON;
    if (length) memcpy(connection->peer_reason, bytes + 2, length);
    connection->peer_reason[length] = 0;
}

static int writable(struct c_web_connection *connection) {
    struct c_web *web = connection->web;
    if (connection->is_closing) {
        return close_in_order(connection, connection->close_status, connection->close_reason);
    }
    if (web->callbacks.writable(web->callbacks.owner, connection->id)) lws_callback_on_writable(connection->wsi);
    return 0;
}

static int upgrade(struct c_web_connection *connection) {
    if (connection->is_asked) return -1;
    char wanted[16];
    // Only WebSocket; HTTP/2 over clear text is none of ours.
    if (!copy_header(connection->wsi, WSI_TOKEN_UPGRADE, wanted, sizeof wanted) ||
        strcasecmp(wanted, "websocket") != 0) {
        return refuse(connection, 400);
    }
    if (!read_head(connection)) return refuse(connection, 431);
    struct c_web_request request = request_of(connection);
    int status = connection->web->callbacks.upgrade(connection->web->callbacks.owner, &request);
    return status ? refuse(connection, (unsigned)status) : 0;
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
    (void)user;
    struct c_web *web = lws_context_user(lws_get_context(wsi));
    switch (reason) {
        case LWS_CALLBACK_EVENT_WAIT_CANCELLED: web->callbacks.woken(web->callbacks.owner); return 0;
        case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return web->connections >= web->limits.connections;
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: {
            // It is told of our own client, too.
            if (lws_get_opaque_user_data(wsi)) return 0;
            struct c_web_connection *made = make_connection(web, wsi, false);
            if (!made) return -1;
            lws_get_peer_simple(wsi, made->peer, sizeof made->peer);
            lws_set_timeout(wsi, PENDING_TIMEOUT_ESTABLISH_WITH_SERVER, (int)web->limits.idle_seconds);
            return 0;
        }
        default: break;
    }
    struct c_web_connection *connection = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (!connection) return 0;
    connection->wsi = wsi;
    switch (reason) {
        case LWS_CALLBACK_HTTP: return request_began(connection);
        case LWS_CALLBACK_HTTP_BODY:
            return append(connection, in, size, connection->expected) ? 0 : refuse(connection, 413);
        case LWS_CALLBACK_HTTP_BODY_COMPLETION:
            return connection->expected > 0 ? hand_over(connection) : 0;
        case LWS_CALLBACK_TIMER: return connection->is_judged && !connection->is_asked ? -1 : 0;
        case LWS_CALLBACK_HTTP_WRITEABLE: return write_response(connection);
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade(connection);
        case LWS_CALLBACK_ESTABLISHED:
        case LWS_CALLBACK_CLIENT_ESTABLISHED: opened(connection); return 0;
        case LWS_CALLBACK_RECEIVE:
        case LWS_CALLBACK_CLIENT_RECEIVE: return message_part(connection, in, size);
        case LWS_CALLBACK_SERVER_WRITEABLE:
        case LWS_CALLBACK_CLIENT_WRITEABLE: return writable(connection);
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: peer_closes(connection, in, size); return 0;
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            if (in) strncpy(connection->peer_reason, in, CLOSE_REASON);
            return 0;
        case LWS_CALLBACK_WSI_DESTROY: free_connection(connection); return 0;
        default: return 0;
    }
}

static struct c_web *make(const struct c_web_limits *limits, const struct c_web_callbacks *callbacks) {
    lws_set_log_level(0, NULL);
    struct c_web *web = calloc(1, sizeof *web);
    if (!web) return NULL;
    web->limits = *limits;
    web->callbacks = *callbacks;
    web->next_id = 1;
    web->protocols[0] = (struct lws_protocols){.name = "http", .callback = happened, .rx_buffer_size = 65536};
    uint16_t silence = (uint16_t)(limits->silence_seconds > 30000 ? 30000 : limits->silence_seconds);
    web->liveness.secs_since_valid_ping = silence;
    web->liveness.secs_since_valid_hangup = (uint16_t)(silence * 2);
    return web;
}

static struct lws_context_creation_info creation(struct c_web *web) {
    struct lws_context_creation_info info = {0};
    info.protocols = web->protocols;
    info.user = web;
    info.gid = -1;
    info.uid = -1;
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    info.max_http_header_data = web->limits.header_bytes;
    info.fd_limit_per_thread = web->limits.connections + 8;
    info.max_http_header_pool = (unsigned short)(web->limits.connections > 60000 ? 60000 : web->limits.connections);
    info.timeout_secs = web->limits.idle_seconds;
    info.timeout_secs_ah_idle = web->limits.idle_seconds;
    info.keepalive_timeout = (int)web->limits.idle_seconds;
    info.retry_and_idle_policy = &web->liveness;
    // Without this a proxy of the environment is used, loopback or not.
    info.http_proxy_address = "";
    // Not the name of the library, and no HTTP/2.
    info.server_string = "waypoint-sim";
    info.alpn = "http/1.1";
    return info;
}

/// Whether the address can be listened on, for an errno, which libwebsockets does not hand out.
static bool can_bind(const char *address, bool is_ipv6, uint16_t port) {
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    void *place = is_ipv6 ? (void *)&v6.sin6_addr : (void *)&v4.sin_addr;
    if (inet_pton(is_ipv6 ? AF_INET6 : AF_INET, address, place) != 1) {
        errno = EINVAL;
        return false;
    }
    int descriptor = socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return false;
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int failed = is_ipv6 ? bind(descriptor, (struct sockaddr *)&v6, sizeof v6)
                         : bind(descriptor, (struct sockaddr *)&v4, sizeof v4);
    // Two sockets that may reuse an address can both be bound; listening is what fails.
    if (!failed && port != 0) failed = listen(descriptor, 1);
    int code = errno;
    close(descriptor);
    errno = code;
    return !failed;
}

/// Contexts share tables that are counted without a lock.
static pthread_mutex_t creating = PTHREAD_MUTEX_INITIALIZER;

struct c_web *c_web_listen(
    const char *address, bool is_ipv6, uint16_t port, const struct c_web_limits *limits,
    const struct c_web_callbacks *callbacks
) {
    if (!can_bind(address, is_ipv6, port)) return NULL;
    struct c_web *web = make(limits, callbacks);
    if (!web) return NULL;
    struct lws_context_creation_info info = creation(web);
    info.port = port;
    info.iface = address;
    if (!is_ipv6) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    info.options |= LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    pthread_mutex_lock(&creating);
    web->context = lws_create_context(&info);
    web->vhost = web->context ? lws_create_vhost(web->context, &info) : NULL;
    if (web->context && !web->vhost) lws_context_destroy(web->context);
    pthread_mutex_unlock(&creating);
    if (web->vhost) return web;
    free(web);
    errno = EADDRINUSE;
    return NULL;
}

uint16_t c_web_port(const struct c_web *web) { return (uint16_t)lws_get_vhost_listen_port(web->vhost); }

struct c_web *c_web_dial(
    const char *host, uint16_t port, const char *path, const char *subprotocol, const struct c_web_limits *limits,
    const struct c_web_callbacks *callbacks
) {
    struct c_web *web = make(limits, callbacks);
    if (!web) return NULL;
    struct lws_context_creation_info info = creation(web);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.connect_timeout_secs = limits->idle_seconds;
    pthread_mutex_lock(&creating);
    web->context = lws_create_context(&info);
    pthread_mutex_unlock(&creating);
    if (!web->context) {
        free(web);
        return NULL;
    }
    char authority[320];
    snprintf(authority, sizeof authority, strchr(host, ':') ? "[%s]:%u" : "%s:%u", host, (unsigned)port);
    struct c_web_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        c_web_destroy(web);
        return NULL;
    }
    connection->web = web;
    connection->is_client = true;
    connection->id = web->next_id++;
    web->connections++;
    web->client = connection;
    snprintf(connection->path, sizeof connection->path, "%s", path);
    snprintf(connection->host, sizeof connection->host, "%s", authority);
    snprintf(connection->peer, sizeof connection->peer, "%s", authority);
    web->callbacks.made(web->callbacks.owner, connection, connection->id);
    struct lws_client_connect_info client = {0};
    client.context = web->context;
    client.address = host;
    client.port = port;
    client.path = path;
    client.host = authority;
    client.protocol = subprotocol && subprotocol[0] ? subprotocol : NULL;
    client.local_protocol_name = "http";
    client.ietf_version_or_minus_one = -1;
    client.opaque_user_data = connection;
    client.pwsi = &connection->wsi;
    client.retry_and_idle_policy = &web->liveness;
    // Where it goes is what was asked for, whatever the peer or the environment says.
    client.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT;
    bool has_begun = lws_client_connect_via_info(&client) != NULL;
    // A failure at once may have freed the connection, or may have come before that was known to the library.
    if (!has_begun && web->client) {
        connection->wsi = NULL;
        if (!connection->peer_reason[0]) strncpy(connection->peer_reason, "cannot connect", CLOSE_REASON);
        free_connection(connection);
    }
    return web;
}

bool c_web_serve(struct c_web *web) { return lws_service(web->context, 0) >= 0; }

void c_web_wake(struct c_web *web) { lws_cancel_service(web->context); }

void c_web_destroy(struct c_web *web) {
    pthread_mutex_lock(&creating);
    lws_context_destroy(web->context);
    pthread_mutex_unlock(&creating);
    free(web);
}

static char *copied(const char *text) { return text ? strdup(text) : NULL; }

bool c_web_respond(
    struct c_web_connection *connection, unsigned status, const char *content_type, const struct c_web_header *headers,
    size_t header_count, const uint8_t *body, size_t body_size
) {
    if (connection->is_socket || connection->is_answered) return true;
    struct c_web *web = connection->web;
    web->request_bytes -= connection->counted;
    connection->counted = 0;
    static const char busy[] = "too much waits to be read already; try again\n";
    size_t counted = body_size > SMALL_ANSWER ? body_size : 0;
    if (counted > 0 && (counted > web->limits.all_answer_bytes ||
                        web->answer_bytes > web->limits.all_answer_bytes - counted)) {
        status = 503;
        content_type = "text/plain; charset=utf-8";
        body = (const uint8_t *)busy;
        body_size = sizeof busy - 1;
        counted = 0;
    }
    struct response *response = calloc(1, sizeof *response);
    if (!response) return false;
    response->status = status;
    response->size = body_size;
    response->counted = counted;
    web->answer_bytes += counted;
    response->content_type = copied(content_type);
    response->body = malloc(LWS_PRE + body_size);
    response->headers = calloc(header_count ? header_count : 1, sizeof *response->headers);
    bool is_complete = response->content_type && response->body && response->headers;
    for (size_t index = 0; is_complete && index < header_count; index++) {
        response->headers[index].name = copied(headers[index].name);
        response->headers[index].value = copied(headers[index].value);
        response->header_count = index + 1;
        is_complete = response->headers[index].name && response->headers[index].value;
    }
    if (!is_complete) {
        free_response(web, response);
        return false;
    }
    if (body_size) memcpy(response->body + LWS_PRE, body, body_size);
    connection->response = response;
    connection->is_answered = true;
    lws_callback_on_writable(connection->wsi);
    return true;
}

bool c_web_send(struct c_web_connection *connection, const uint8_t *bytes, size_t size, bool is_binary) {
    uint8_t *buffer = malloc(LWS_PRE + size);
    if (!buffer) return false;
    if (size) memcpy(buffer + LWS_PRE, bytes, size);
    int written =
        lws_write(connection->wsi, buffer + LWS_PRE, size, is_binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
    free(buffer);
    return written >= (int)size;
}

void c_web_want_to_write(struct c_web_connection *connection) {
    if (connection->wsi && connection->is_socket) lws_callback_on_writable(connection->wsi);
}

void c_web_set_reading(struct c_web_connection *connection, bool is_reading) {
    if (connection->wsi && connection->is_socket) lws_rx_flow_control(connection->wsi, is_reading);
}

void c_web_close(struct c_web_connection *connection, uint16_t status, const char *reason) {
    if (!connection->wsi) return;
    if (!connection->is_socket) {
        c_web_abort(connection);
        return;
    }
    connection->is_closing = true;
    connection->close_status = status;
    strncpy(connection->close_reason, reason, CLOSE_REASON);
    lws_callback_on_writable(connection->wsi);
}

void c_web_abort(struct c_web_connection *connection) {
    if (connection->wsi) lws_set_timeout(connection->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}
