// SPDX-License-Identifier: GPL-3.0-or-later
/// The TCP loopback pair; see wire.h for why TCP.
#include "wire.h"

#include "real.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/net_tstamp.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

static void set(int fd, int level, int option, const void *value, size_t size) {
    SYS(setsockopt, (long)fd, (long)level, (long)option, value, (long)size);
}

/// Accepts until it is our own end: another process might connect to the port by chance.
static int accept_own(int listener, int app) {
    struct sockaddr_in mine, theirs;
    socklen_t length = sizeof mine;
    SYS(getsockname, (long)app, &mine, &length);
    for (;;) {
        length = sizeof theirs;
        int fd = (int)SYS(accept4, (long)listener, &theirs, &length, (long)(SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (fd < 0 || theirs.sin_port == mine.sin_port) return fd;
        SYS(close, (long)fd);
    }
}

static int connect_pair(int app, int listener) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (SYS(bind, (long)listener, &address, (long)length) != 0 || SYS(listen, (long)listener, 4L) != 0)
        return -1;
    SYS(getsockname, (long)listener, &address, &length);
    if (SYS(connect, (long)app, &address, (long)sizeof address) != 0) return -1;
    return real_high(accept_own(listener, app));
}

int wire_open(struct wire *wire, bool close_on_exec) {
    int app = (int)SYS(socket, (long)AF_INET, (long)(SOCK_STREAM | (close_on_exec ? SOCK_CLOEXEC : 0)), 0L);
    int listener = (int)SYS(socket, (long)AF_INET, (long)(SOCK_STREAM | SOCK_CLOEXEC), 0L);
    *wire = (struct wire){.peer = app < 0 || listener < 0 ? -1 : connect_pair(app, listener)};
    SYS(close, (long)listener);
    if (wire->peer < 0) {
        SYS(close, (long)app);
        errno = EMFILE;
        return -1;
    }
    int one = 1;
    set(wire->peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    set(app, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    // Closing resets at once: the peer sees it immediately, and no port lingers in TIME_WAIT.
    struct linger reset = {.l_onoff = 1};
    set(app, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    return app;
}

/// Loopback delivers within send(), unless the kernel defers the work under load; then wait for it.
static void await(int fd, short events) {
    struct pollfd entry = {.fd = fd, .events = events};
    struct timespec limit = {.tv_nsec = 200000000};
    SYS(ppoll, &entry, 1L, &limit, NULL, 8L);
}

static void send_byte(int fd, char byte, int flags) {
    SYS(sendto, (long)fd, &byte, 1L, (long)(flags | MSG_NOSIGNAL | MSG_DONTWAIT), NULL, 0L);
}

void wire_frame(struct wire *wire) { send_byte(wire->peer, 'F', 0); }

/// An urgent byte overtaken by a newer one turns into a plain one; those are 'E' and are skipped.
static void take_frame(int fd, bool last) {
    char byte = 0;
    bool taken = false;
    for (;;) {
        long got = SYS(recvfrom, (long)fd, &byte, 1L, (long)MSG_DONTWAIT, NULL, NULL);
        if (got == 1 && byte == 'F') {
            taken = true;
            if (!last) return;
        } else if (got != 1) {
            if (taken || got == 0 || errno != EAGAIN) return;
            await(fd, POLLIN);
            taken = true; // give up after one wait
        }
    }
}

/// Reading what lies behind an urgent byte makes the kernel forget that byte.
void wire_take_frame(struct wire *wire, int fd, bool last) {
    struct pollfd entry = {.fd = fd, .events = POLLPRI};
    struct timespec limit = {0};
    take_frame(fd, last);
    if (wire->event_raised && SYS(ppoll, &entry, 1L, &limit, NULL, 8L) != 1)
        send_byte(wire->peer, 'E', MSG_OOB);
}

void wire_raise_event(struct wire *wire) {
    if (!wire->event_raised) send_byte(wire->peer, 'E', MSG_OOB);
    wire->event_raised = true;
}

/// Urgent bytes stay in the receive queue and are acknowledged 40 ms late; after ten of them TCP holds the next
/// one back. So the queue is emptied, and the acknowledgement sent, whenever no frame is in it.
static void acknowledge(int fd) {
    char byte;
    int one = 1;
    SYS(recvfrom, (long)fd, &byte, 1L, (long)MSG_DONTWAIT, NULL, NULL);
    set(fd, IPPROTO_TCP, TCP_QUICKACK, &one, sizeof one);
}

void wire_lower_event(struct wire *wire, int fd, bool alone) {
    char byte;
    if (!wire->event_raised) return;
    wire->event_raised = false;
    if (SYS(recvfrom, (long)fd, &byte, 1L, (long)(MSG_OOB | MSG_DONTWAIT), NULL, NULL) != 1) {
        await(fd, POLLPRI);
        SYS(recvfrom, (long)fd, &byte, 1L, (long)(MSG_OOB | MSG_DONTWAIT), NULL, NULL);
    }
    if (alone) acknowledge(fd);
}

/// A sent byte whose transmit time stamp we ask for leaves an entry in the sender's error queue.
void wire_raise_error(struct wire *wire, int fd) {
    if (wire->error_raised) return;
    int stamps = SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_TSONLY;
    set(fd, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof stamps);
    send_byte(fd, 'x', 0);
    stamps = 0;
    set(fd, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof stamps);
    wire->error_raised = true;
    await(fd, 0);
}

void wire_lower_error(struct wire *wire, int fd) {
    char data[256], control[256];
    struct iovec vector = {data, sizeof data};
    if (!wire->error_raised) return;
    wire->error_raised = false;
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    while (SYS(recvmsg, (long)fd, &message, (long)(MSG_ERRQUEUE | MSG_DONTWAIT)) >= 0)
        message.msg_controllen = sizeof control;
    while (SYS(recvfrom, (long)wire->peer, data, (long)sizeof data, (long)MSG_DONTWAIT, NULL, NULL) > 0)
        ;
}

/// Disconnecting sends the reset even while a forked child still holds a copy of our end.
void wire_cut(struct wire *wire) {
    struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    SYS(connect, (long)wire->peer, &nowhere, (long)sizeof nowhere);
}

bool wire_hung_up(const struct wire *wire, int milliseconds) {
    struct pollfd entry = {.fd = wire->peer, .events = POLLRDHUP};
    struct timespec limit = {.tv_nsec = milliseconds * 1000000L};
    long ready = SYS(ppoll, &entry, 1L, &limit, NULL, 8L);
    return ready > 0 && entry.revents & (POLLRDHUP | POLLHUP | POLLERR);
}
