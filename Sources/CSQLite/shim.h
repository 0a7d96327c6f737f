#pragma once
#include <sqlite3.h>

/// Binds a text that SQLite copies; the marker for that is a cast that Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

/// Refuses SQL that could damage the file on purpose; the function itself has a variable list of arguments.
static inline int csqlite_defensive(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
