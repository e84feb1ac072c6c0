// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam set and vcam fault.
#include "bell.h"
#include "cli.h"
#include "controls.h"
#include "faults.h"
#include "notify.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t *scene_value(struct vcam_scene *scene, const char *name) {
    return strcmp(name, "left_focus") == 0     ? &scene->left_focus
           : strcmp(name, "right_focus") == 0  ? &scene->right_focus
           : strcmp(name, "light") == 0        ? &scene->light
           : strcmp(name, "temperature") == 0  ? &scene->temperature
           : strcmp(name, "motor_speed") == 0  ? &scene->motor_speed
           : strcmp(name, "pipeline_lag") == 0 ? &scene->pipeline_lag
                                               : NULL;
}

/// As if turned on the camera itself: read-only controls can be set, and events are sent.
int cli_set(struct command *command) {
    struct camera *camera = command_camera(command);
    if (command->count != 2) fail("set CONTROL VALUE");
    int32_t value = atoi(command->words[1]);
    int32_t *scene = scene_value(&camera->state->scene, command->words[0]);
    int control = control_named(command->words[0]);
    if (!scene && control < 0) fail("no control %s", command->words[0]);
    state_lock(camera->state);
    int error = scene ? 0 : control_round(control, &value);
    if (!error && scene)
        *scene = value;
    else if (!error) {
        camera->state->controls[control] = value;
        notify_written(camera, control, 0);
    }
    state_unlock(camera->state);
    if (error) fail("%s: %s", command->words[0], strerror(error));
    return 0;
}

static int parse_errno(const char *text) {
    static const struct {
        const char *name;
        int number;
    } names[] = {{"EIO", EIO},       {"EPIPE", EPIPE},   {"EBUSY", EBUSY},         {"EINVAL", EINVAL},
                 {"EACCES", EACCES}, {"ENOTTY", ENOTTY}, {"ETIMEDOUT", ETIMEDOUT}, {"ERANGE", ERANGE},
                 {"EILSEQ", EILSEQ}};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strcmp(names[index].name, text) == 0) return names[index].number;
    return atoi(text);
}

/// fault control NAME [ERRNO|off]
static int control_fault(struct vcam_state *state, struct command *command, int32_t times) {
    int control = command->count > 1 ? control_named(command->words[1]) : -1;
    const char *error = command->count > 2 ? command->words[2] : "EIO";
    if (control < 0) fail("fault control NAME [ERRNO|off]");
    struct vcam_control_fault *entry = NULL;
    for (int index = 0; index < VCAM_MAX_CONTROL_FAULTS; index++) {
        struct vcam_control_fault *other = &state->control_faults[index];
        if (other->id == control_table[control].id || (!entry && !other->left)) entry = other;
    }
    if (!entry) fail("too many failing controls");
    bool off = strcmp(error, "off") == 0;
    *entry = (struct vcam_control_fault){control_table[control].id, parse_errno(error), off ? 0 : times};
    return 0;
}

static int list_faults(const struct vcam_state *state) {
    for (int kind = 0; kind < FAULT_COUNT; kind++)
        printf("%-16s %-18s %d\n", fault_name(kind), fault_argument(kind) ? fault_argument(kind) : "",
               state->faults[kind].left);
    return 0;
}

static int64_t parse_argument(enum vcam_fault_kind kind, const char *text) {
    unsigned width, height;
    if (kind == FAULT_LIAR_SIZE && sscanf(text, "%ux%u", &width, &height) == 2)
        return (int64_t)width << 16 | height;
    return kind == FAULT_SLOW ? (int64_t)(atof(text) * 1000) : atoll(text);
}

static void switch_fault(struct vcam_state *state, struct command *command, int32_t times) {
    const char *name = command->words[0], *argument = command->count > 1 ? command->words[1] : NULL;
    for (int kind = 0; kind < FAULT_COUNT; kind++) {
        if (strcmp(fault_name(kind), name) != 0) continue;
        bool off = argument && strcmp(argument, "off") == 0;
        state->faults[kind].argument =
            argument && !off ? parse_argument(kind, argument) : fault_default(kind);
        state->faults[kind].left = off ? 0 : times;
        return;
    }
    fail("no fault %s; see vcam fault list", name);
}

int cli_fault(struct command *command) {
    struct camera *camera = command_camera(command);
    struct vcam_state *state = camera->state;
    const char *count = command_option(command, "--for");
    int32_t times = count ? atoi(count) : -1;
    if (!command->count || strcmp(command->words[0], "list") == 0) return list_faults(state);
    state_lock(state);
    if (strcmp(command->words[0], "off") == 0) {
        memset(state->faults, 0, sizeof state->faults);
        memset(state->control_faults, 0, sizeof state->control_faults);
    } else if (strcmp(command->words[0], "control") == 0)
        control_fault(state, command, times);
    else
        switch_fault(state, command, times);
    bell_ring_all(camera);
    state_unlock(state);
    return 0;
}
