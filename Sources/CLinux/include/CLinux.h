#ifndef C_LINUX_H
#define C_LINUX_H
#endif
