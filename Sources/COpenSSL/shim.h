#ifndef C_OPENSSL_SHIM_H
#define C_OPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros that Swift cannot see.

static inline int c_tls_require_1_2(SSL_CTX *context) {
    return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline int c_tls_set_server_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}

// An empty memory BIO means "later", not the end.
static inline void c_tls_never_ends(BIO *bio) {
    BIO_set_mem_eof_return(bio, -1);
}

// A peer that closes without saying so is no error: streams of corrections end that way.
static inline void c_tls_ignore_missing_end(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

// Links of SDL services: TLS 1.2, or up to 1.3 where that is wanted; never a second handshake, and no tickets, which
// would come after the end of the handshake and have no place there.
static inline int c_tls_prepare_service(SSL_CTX *context, int allows_1_3) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    return (int)SSL_CTX_set_max_proto_version(context, allows_1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
}

// Nobody knows the passphrase of a key; the number behind `asked`, if there is one, says whether one was wanted.
static inline int c_tls_no_passphrase(char *text, int size, int writes, void *asked) {
    (void)text;
    (void)size;
    (void)writes;
    if (asked) *(int *)asked = 1;
    return -1;
}

static inline void c_tls_ask_nobody(SSL_CTX *context, int *asked) {
    SSL_CTX_set_default_passwd_cb(context, c_tls_no_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(context, asked);
}

static inline int c_tls_use_key(SSL_CTX *context, const char *path, int *asked) {
    c_tls_ask_nobody(context, asked);
    int status = SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM);
    c_tls_ask_nobody(context, NULL);
    return status;
}

static inline size_t c_tls_waiting(BIO *bio) {
    return BIO_ctrl_pending(bio);
}

static inline EVP_PKEY *c_tls_make_key(void) {
    return EVP_EC_gen("P-256");
}

#endif
