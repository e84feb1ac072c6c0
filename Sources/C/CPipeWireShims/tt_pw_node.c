// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pw_node.h"
#include "tt_pw_offers.h"
#include "tt_pw_private.h"

#include <errno.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>

struct TtPwNode {
    struct pw_node *proxy;
    struct spa_hook listener, proxy_listener;
    TtPwNodeEvents events;
};

static void node_info(void *data, const struct pw_node_info *info) {
    TtPwNode *node = data;
    if (info->change_mask & PW_NODE_CHANGE_MASK_STATE && info->state == PW_NODE_STATE_ERROR)
        node->events.failed(node->events.box, info->error ? info->error : "");
}

static void node_param(void *data, int seq, uint32_t id, uint32_t index, uint32_t next,
                       const struct spa_pod *pod) {
    TtPwNode *node = data;
    // Every kind of control needs these.
    if (!pod || !spa_pod_is_object(pod) || pod->size < sizeof(struct spa_pod_object_body)) return;
    switch (id) {
    case SPA_PARAM_EnumFormat:
        tt_pw_read_offer(pod, &node->events);
        break;
    case SPA_PARAM_PropInfo:
        tt_pw_read_control(pod, &node->events);
        break;
    case SPA_PARAM_Props:
        tt_pw_read_values(pod, &node->events);
        break;
    }
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = node_info,
    .param = node_param,
};

/// The daemon removed it: later calls would reach nothing.
static void proxy_removed(void *data) {
    TtPwNode *node = data;
    pw_proxy_destroy((struct pw_proxy *)node->proxy);
}

static void proxy_destroyed(void *data) {
    TtPwNode *node = data;
    spa_hook_remove(&node->listener);
    spa_hook_remove(&node->proxy_listener);
    node->proxy = NULL;
}

static void proxy_error(void *data, int seq, int res, const char *message) {
    TtPwNode *node = data;
    node->events.refused(node->events.box, -res);
}

static const struct pw_proxy_events proxy_events = {
    PW_VERSION_PROXY_EVENTS,
    .removed = proxy_removed,
    .destroy = proxy_destroyed,
    .error = proxy_error,
};

TtPwNode *tt_pw_node_new(TtPwRemote *remote, uint32_t id, TtPwNodeEvents events) {
    TtPwNode *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    node->events = events;
    node->proxy = pw_registry_bind(remote->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
    if (!node->proxy) {
        free(node);
        return NULL;
    }
    pw_node_add_listener(node->proxy, &node->listener, &node_events, node);
    pw_proxy_add_listener((struct pw_proxy *)node->proxy, &node->proxy_listener, &proxy_events, node);
    pw_node_enum_params(node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
    pw_node_enum_params(node->proxy, 0, SPA_PARAM_PropInfo, 0, UINT32_MAX, NULL);
    // Also reports the present values.
    uint32_t followed[] = {SPA_PARAM_Props};
    pw_node_subscribe_params(node->proxy, followed, 1);
    return node;
}

void tt_pw_node_free(TtPwNode *node) {
    if (node->proxy) pw_proxy_destroy((struct pw_proxy *)node->proxy);
    free(node);
}

void tt_pw_node_ask_values(TtPwNode *node) {
    if (node->proxy) pw_node_enum_params(node->proxy, 0, SPA_PARAM_Props, 0, UINT32_MAX, NULL);
}

int tt_pw_node_set(TtPwNode *node, const TtPwControl *control, int64_t value) {
    if (!node->proxy) return ENODEV;
    char memory[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    spa_pod_builder_prop(&builder, control->id, 0);
    if (control->is_real)
        spa_pod_builder_float(&builder, (float)value / 1000);
    else if (control->kind == TT_PW_BOOLEAN)
        spa_pod_builder_bool(&builder, value != 0);
    else
        spa_pod_builder_int(&builder, (int32_t)SPA_CLAMP(value, INT32_MIN, INT32_MAX));
    const struct spa_pod *pod = spa_pod_builder_pop(&builder, &frame);
    int result = pw_node_set_param(node->proxy, SPA_PARAM_Props, 0, pod);
    return result < 0 ? -result : 0;
}
