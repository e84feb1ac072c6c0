// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pw_remote.h"
#include "tt_pw_private.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int64_t tt_pw_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void core_done(void *data, uint32_t id, int seq) {
    TtPwRemote *remote = data;
    if (id == PW_ID_CORE) remote->answered = seq;
}

static void core_error(void *data, uint32_t id, int seq, int res, const char *message) {
    TtPwRemote *remote = data;
    // Other errors are about single objects, which report them themselves.
    if (id == PW_ID_CORE && (res == -EPIPE || res == -ECONNRESET || res == -EPROTO)) remote->error = -res;
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = core_done,
    .error = core_error,
};

/// A source whose properties are followed; its listeners live as long as it is listed.
struct TtPwWatch {
    TtPwRemote *remote;
    uint32_t id;
    struct pw_proxy *proxy;
    struct spa_hook listener;
    struct TtPwWatch *next;
};

/// More sources than any session has; limits the memory if a daemon lists more.
#define MOST_WATCHES 128

static void node_info(void *data, const struct pw_node_info *info) {
    struct TtPwWatch *watch = data;
    if (!info->props || !(info->change_mask & PW_NODE_CHANGE_MASK_PROPS)) return;
    TtPwRemote *remote = watch->remote;
    remote->events.source_info(remote->events.box, watch->id, spa_dict_lookup(info->props, "api.v4l2.path"),
                               spa_dict_lookup(info->props, PW_KEY_DEVICE_API),
                               spa_dict_lookup(info->props, "api.libcamera.location"),
                               spa_dict_lookup(info->props, "api.libcamera.rotation"));
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = node_info,
};

static void watch_source(TtPwRemote *remote, uint32_t id) {
    if (remote->watch_count >= MOST_WATCHES) return;
    struct TtPwWatch *watch = calloc(1, sizeof *watch);
    if (!watch) return;
    watch->proxy = pw_registry_bind(remote->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
    if (!watch->proxy) {
        free(watch);
        return;
    }
    watch->remote = remote;
    watch->id = id;
    watch->next = remote->watches;
    remote->watches = watch;
    remote->watch_count++;
    pw_node_add_listener((struct pw_node *)watch->proxy, &watch->listener, &node_events, watch);
}

static void end_watch(TtPwRemote *remote, struct TtPwWatch **place) {
    struct TtPwWatch *watch = *place;
    *place = watch->next;
    remote->watch_count--;
    spa_hook_remove(&watch->listener);
    pw_proxy_destroy(watch->proxy);
    free(watch);
}

static bool is_watched(const TtPwRemote *remote, uint32_t id) {
    for (const struct TtPwWatch *watch = remote->watches; watch; watch = watch->next)
        if (watch->id == id) return true;
    return false;
}

static void registry_global(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
                            const struct spa_dict *props) {
    TtPwRemote *remote = data;
    if (!props || !spa_streq(type, PW_TYPE_INTERFACE_Node)) return;
    const char *media_class = spa_dict_lookup(props, PW_KEY_MEDIA_CLASS);
    if (!media_class || !spa_streq(media_class, "Video/Source")) return;
    // A later change of this client's rights announces the node again.
    if (is_watched(remote, id)) return;
    TtPwSource source = {
        .id = id,
        .serial = spa_dict_lookup(props, PW_KEY_OBJECT_SERIAL),
        .name = spa_dict_lookup(props, PW_KEY_NODE_NAME),
        .description = spa_dict_lookup(props, PW_KEY_NODE_DESCRIPTION),
        .path = spa_dict_lookup(props, PW_KEY_OBJECT_PATH),
        .role = spa_dict_lookup(props, PW_KEY_MEDIA_ROLE),
    };
    remote->events.source_added(remote->events.box, &source);
    watch_source(remote, id);
}

static void registry_removed(void *data, uint32_t id) {
    TtPwRemote *remote = data;
    for (struct TtPwWatch **place = &remote->watches; *place; place = &(*place)->next) {
        if ((*place)->id != id) continue;
        end_watch(remote, place);
        break;
    }
    remote->events.removed(remote->events.box, id);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = registry_global,
    .global_remove = registry_removed,
};

/// Once only: PipeWire counts its initializations without a lock, and never unloads anything.
static void initialize(void) { pw_init(NULL, NULL); }

static bool make_context(TtPwRemote *remote) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
    remote->loop = pw_loop_new(NULL);
    if (!remote->loop) return false;
    pw_loop_enter(remote->loop);
    remote->context = pw_context_new(remote->loop, NULL, 0);
    return remote->context != NULL;
}

static bool connect_to(TtPwRemote *remote, int fd) {
    // Both take the descriptor over, also if they fail.
    remote->core = fd >= 0 ? pw_context_connect_fd(remote->context, fd, NULL, 0)
                           : pw_context_connect(remote->context, NULL, 0);
    if (!remote->core) return false;
    pw_core_add_listener(remote->core, &remote->core_listener, &core_events, remote);
    remote->registry = pw_core_get_registry(remote->core, PW_VERSION_REGISTRY, 0);
    if (!remote->registry) return false;
    pw_registry_add_listener(remote->registry, &remote->registry_listener, &registry_events, remote);
    return true;
}

TtPwRemote *tt_pw_remote_new(int fd, TtPwRemoteEvents events, int *error) {
    TtPwRemote *remote = calloc(1, sizeof *remote);
    if (remote) {
        remote->events = events;
        remote->answered = -1;
        errno = 0;
        if (make_context(remote)) {
            if (connect_to(remote, fd)) return remote;
            fd = -1;
        }
    }
    *error = errno ? errno : EIO;
    if (fd >= 0) close(fd);
    if (remote) tt_pw_remote_free(remote);
    return NULL;
}

void tt_pw_remote_free(TtPwRemote *remote) {
    while (remote->watches) end_watch(remote, &remote->watches);
    if (remote->registry) {
        spa_hook_remove(&remote->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)remote->registry);
    }
    if (remote->core) {
        spa_hook_remove(&remote->core_listener);
        pw_core_disconnect(remote->core);
    }
    if (remote->context) pw_context_destroy(remote->context);
    if (remote->loop) {
        pw_loop_leave(remote->loop);
        pw_loop_destroy(remote->loop);
    }
    free(remote);
}

int tt_pw_remote_descriptor(const TtPwRemote *remote) { return pw_loop_get_fd(remote->loop); }

int tt_pw_remote_serve(TtPwRemote *remote, int timeout) {
    // Repeats while there are events, but not forever.
    for (int round = 0; round < 16 && !remote->error; round++)
        if (pw_loop_iterate(remote->loop, round ? 0 : timeout) <= 0) break;
    return remote->error;
}

int tt_pw_remote_settle(TtPwRemote *remote, int timeout) {
    int question = pw_core_sync(remote->core, PW_ID_CORE, 0);
    int64_t end = tt_pw_now() + timeout;
    while (remote->answered != question) {
        int64_t left = end - tt_pw_now();
        if (left <= 0) return ETIMEDOUT;
        int error = tt_pw_remote_serve(remote, (int)left);
        if (error) return error;
    }
    return 0;
}
