// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam create, remove, unplug, replug.
#include "bell.h"
#include "cli.h"
#include "controls.h"
#include "format.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CAPTURE (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT)

static uint32_t parse_fourcc(const char *text) {
    char code[5] = "    ";
    memcpy(code, text, strlen(text) < 4 ? strlen(text) : 4);
    if (strcmp(code, "RGB ") == 0 || strncmp(text, "RGB24", 5) == 0) return V4L2_PIX_FMT_RGB24;
    return v4l2_fourcc(code[0], code[1], code[2], code[3]);
}

static void parse_rates(const char *text, struct vcam_mode *mode) {
    while (*text && mode->rate_count < VCAM_MAX_RATES) {
        char *end;
        struct vcam_rate rate = {(uint32_t)strtoul(text, &end, 10), 1};
        if (*end == '/') rate.denominator = (uint32_t)strtoul(end + 1, &end, 10);
        if (!rate.numerator || !rate.denominator) fail("bad rate %s", text);
        mode->rates[mode->rate_count++] = rate;
        text = *end ? end + 1 : end;
    }
}

/// "MJPG:1920x1080@30,60", "YUYV:160x120-640x480/16x8@15/2": format, size or range of sizes, rates.
static struct vcam_mode parse_mode(const char *text) {
    struct vcam_mode mode = {0};
    char fourcc[8] = "";
    const char *at = strchr(text, '@');
    if (sscanf(text, "%7[^:]:%ux%u-%ux%u/%ux%u", fourcc, &mode.width, &mode.height, &mode.max_width,
               &mode.max_height, &mode.step_width, &mode.step_height) < 3)
        fail("bad mode %s", text);
    mode.fourcc = parse_fourcc(fourcc);
    if (format_depth(mode.fourcc) < 0) fail("unknown format %s: MJPG YUYV UYVY NV12 GREY RGB3 H264", fourcc);
    if (mode.width < 64 || mode.height < 64 || (mode.width | mode.height) & 1)
        fail("sizes are even and at least 64x64: %s", text);
    if (mode.max_width && (mode.step_width < 2 || mode.step_height < 2))
        mode.step_width = mode.step_height = 2;
    parse_rates(at ? at + 1 : "30", &mode);
    return mode;
}

static void parse_modes(struct command *command, struct vcam_state *state) {
    static const char *const standard[] = {
        "MJPG:1920x1080@30,24,15", "MJPG:1280x720@60,30", "MJPG:640x480@30",
        "YUYV:640x480@30,15",      "YUYV:1280x720@10",    "YUYV:1920x1080@5",
    };
    const char *text;
    while ((text = command_option(command, "--mode")) && state->mode_count < VCAM_MAX_MODES)
        state->modes[state->mode_count++] = parse_mode(text);
    for (size_t index = 0; !state->mode_count || (index && index < 6); index++)
        state->modes[state->mode_count++] = parse_mode(standard[index]);
}

static void parse_without(const char *list, struct vcam_state *state) {
    char copy[512], *rest = copy, *name;
    snprintf(copy, sizeof copy, "%s", list ? list : "");
    while ((name = strsep(&rest, ","))) {
        int control = *name ? control_named(name) : -1;
        if (control >= 0)
            state->absent |= 1u << control;
        else if (*name)
            fail("no control %s", name);
    }
}

static void copy_option(struct command *command, const char *name, char *to, size_t size,
                        const char *standard) {
    const char *value = command_option(command, name);
    size_t length = strnlen(value ? value : standard, size - 1);
    memcpy(to, value ? value : standard, length);
    to[length] = 0;
}

static void set_node(struct vcam_state *state, const char *node) {
    char *end;
    if (strncmp(node, "/dev/video", 10) != 0 || !node[10] ||
        (state->minor = (uint32_t)strtoul(node + 10, &end, 10), *end))
        fail("a node is /dev/videoN, not %s", node);
    snprintf(state->node, sizeof state->node, "%s", node);
}

int cli_create(struct command *command) {
    static struct vcam_state state;
    const char *caps = command_option(command, "--device-caps"), *dir = getenv("VCAM_DIR");
    char path[1024];
    set_node(&state, command->node);
    copy_option(command, "--name", state.name, sizeof state.name, "Acme HD Webcam");
    copy_option(command, "--vid", state.vid, sizeof state.vid, "046d");
    copy_option(command, "--pid", state.pid, sizeof state.pid, "0825");
    copy_option(command, "--serial", state.serial, sizeof state.serial, "");
    snprintf(path, sizeof path, "1-%u", state.minor + 2);
    copy_option(command, "--port", state.port, sizeof state.port, path);
    parse_without(command_option(command, "--without"), &state);
    // Few cameras turn; a speed is what no fake may start with.
    if (!command_flag(command, "--turns")) parse_without("pan_speed,tilt_speed", &state);
    state.fixed = command_flag(command, "--fixed");
    state.device_caps = caps ? (uint32_t)strtoul(caps, NULL, 16) : CAPTURE;
    state.plugged = !command_flag(command, "--unplugged");
    state.scene = (struct vcam_scene){.left_focus = 60,
                                      .right_focus = 160,
                                      .light = 100,
                                      .temperature = 4600,
                                      .motor_speed = 500,
                                      .pipeline_lag = 2};
    parse_modes(command, &state);
    copy_option(command, "--coded", state.coded, sizeof state.coded, "");
    if (command->count) fail("what is %s?", command->words[0]);
    mkdir(dir, 0777);
    camera_set_root(dir);
    snprintf(path, sizeof path, "%s/%s", camera_root(), command->node + 5);
    if (camera_known(command->node)) fail("%s exists already", command->node);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) fail("%s: %s", path, strerror(errno));
    state_power_on(&state);
    snprintf(path + strlen(path), sizeof path - strlen(path), "/state");
    struct vcam_state *shared = state_create(path, &state);
    if (!shared) fail("%s: %s", path, strerror(errno));
    return state.plugged ? sysfs_plug(shared) : 0;
}

static void pull(struct camera *camera) {
    struct vcam_state *state = camera->state;
    state_lock(state);
    sysfs_unplug(state);
    __atomic_store_n(&state->plugged, false, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&state->generation, 1, __ATOMIC_SEQ_CST);
    bell_ring_all(camera);
    state_unlock(state);
}

int cli_unplug(struct command *command) {
    struct camera *camera = command_camera(command);
    if (!camera->state->plugged) fail("%s is unplugged already", command->node);
    pull(camera);
    return 0;
}

int cli_replug(struct command *command) {
    struct camera *camera = command_camera(command);
    const char *as = command_option(command, "--as");
    struct vcam_state *state = camera->state;
    if (state->plugged) fail("%s is plugged already", command->node);
    if (as && camera_at(as)) fail("%s is in use", as);
    state_lock(state);
    if (as) set_node(state, as);
    state_power_on(state);
    sysfs_plug(state);
    __atomic_store_n(&state->plugged, true, __ATOMIC_SEQ_CST);
    state_unlock(state);
    return 0;
}

int cli_remove(struct command *command) {
    struct camera *camera = command_camera(command);
    char text[1200];
    if (camera->state->plugged) pull(camera);
    snprintf(text, sizeof text, "rm -rf '%s'", camera->dir);
    return system(text) == 0 ? 0 : 1;
}
