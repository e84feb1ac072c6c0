// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam stat: the camera's state as JSON.
#include "cli.h"
#include "controls.h"
#include "slot.h"

#include <stdio.h>

static void print_controls(const struct vcam_state *state) {
    const char *comma = "";
    printf("  \"controls\": {");
    for (int control = CONTROL_AUTO_EXPOSURE; control < CONTROL_COUNT; control++) {
        char slug[32];
        if (state->absent & 1u << control) continue;
        control_slug(control, slug);
        printf("%s\"%s\": %d", comma, slug, control_value(state, control));
        comma = ", ";
    }
    printf("},\n");
}

static int count_handles(const struct vcam_state *state) {
    int handles = 0;
    for (int index = 0; index < VCAM_MAX_HANDLES; index++) handles += state->slots[index].id != 0;
    return handles;
}

/// Every completed frame still in the ring, oldest first: for latency probes and recordings of coded pictures.
static void print_frames(const struct vcam_state *state) {
    uint32_t newest = state->frame_number;
    const char *comma = "";
    printf("  \"frames\": [");
    for (uint32_t back = VCAM_RING; back-- > 0;) {
        uint32_t number = newest - back;
        const struct vcam_done *done = &state->ring[number % VCAM_RING];
        if (!number || done->number != number) continue;
        printf("%s[%u, %lld, %u, %u, %s]", comma, number, (long long)done->done_ns, done->sequence,
               done->place, done->is_whole ? "true" : "false");
        comma = ", ";
    }
    printf("],\n");
}

int cli_stat(struct command *command) {
    struct camera *camera = command_camera(command);
    struct vcam_state *state = camera->state;
    state_lock(state);
    slot_reap(camera);
    const struct vcam_slot *owner = slot_with_id(state, state->owner);
    uint32_t fourcc = state->modes[state->mode].fourcc;
    struct vcam_rate rate = state->modes[state->mode].rates[state->rate];
    printf("{\n  \"node\": \"%s\", \"name\": \"%s\", \"plugged\": %s,\n", state->node, state->name,
           state->plugged ? "true" : "false");
    printf("  \"owner\": %d, \"streaming\": %s, \"handles\": %d, \"opens\": %llu,\n", owner ? owner->pid : 0,
           state->streaming ? "true" : "false", count_handles(state), (unsigned long long)state->opens);
    printf("  \"format\": \"%.4s\", \"width\": %u, \"height\": %u, \"rate\": \"%u/%u\",\n",
           (const char *)&fourcc, state->width, state->height, rate.numerator, rate.denominator);
    printf(
        "  \"frame_number\": %u, \"produced\": %llu, \"queued\": %llu, \"dequeued\": %llu, \"dropped\": %llu,\n",
        state->frame_number, (unsigned long long)state->produced, (unsigned long long)state->queued,
        (unsigned long long)state->dequeued, (unsigned long long)state->dropped);
    printf("  \"lens\": %.1f, \"exposure\": %.1f, \"gain\": %.1f,\n", state->sensor.lens,
           state->sensor.exposure, state->sensor.gain);
    if (command_flag(command, "--frames")) print_frames(state);
    print_controls(state);
    printf("  \"control_writes\": %llu,\n", (unsigned long long)state->control_writes);
    printf("  \"generation\": %u\n}\n", state->generation);
    state_unlock(state);
    return 0;
}
