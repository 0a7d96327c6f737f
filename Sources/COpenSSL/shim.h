#ifndef C_OPENSSL_SHIM_H
#define C_OPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

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

#endif
