// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam: makes virtual cameras and plays tricks on them.
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(struct command *);
    const char *usage;
} commands[] = {
    {"create", cli_create,
     "[--name N] [--vid 046d] [--pid 0825] [--serial S] [--port 1-2] [--fixed] [--turns] [--without control,…]\n"
     "            [--device-caps HEX] [--unplugged] [--coded FILE] [--mode MJPG:1920x1080@30,60]…   (stepwise: YUYV:160x120-640x480/16x8@30)"},
    {"remove", cli_remove, ""},
    {"unplug", cli_unplug, ""},
    {"replug", cli_replug, "[--as /dev/video1]"},
    {"fault", cli_fault,
     "NAME [ARGUMENT|off] [--for N]   |   control NAME [ERRNO|off] [--for N]   |   off   |   list"},
    {"set", cli_set,
     "CONTROL VALUE   (also scene: left_focus right_focus light temperature motor_speed pipeline_lag)"},
    {"stat", cli_stat, "[--frames]"},
    {"udev", cli_udev, "(prints a umockdev description)"},
};

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("vcam: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static void usage(void) {
    for (size_t index = 0; index < sizeof commands / sizeof *commands; index++)
        fprintf(stderr, "vcam %-7s --dir D --node /dev/videoN %s\n", commands[index].name,
                commands[index].usage);
    exit(2);
}

static void drop(struct command *command, int at, int count) {
    command->count -= count;
    memmove(command->words + at, command->words + at + count, (size_t)(command->count - at) * sizeof(char *));
}

const char *command_option(struct command *command, const char *name) {
    for (int at = 0; at + 1 < command->count; at++)
        if (strcmp(command->words[at], name) == 0) {
            const char *value = command->words[at + 1];
            drop(command, at, 2);
            return value;
        }
    return NULL;
}

bool command_flag(struct command *command, const char *name) {
    for (int at = 0; at < command->count; at++)
        if (strcmp(command->words[at], name) == 0) {
            drop(command, at, 1);
            return true;
        }
    return false;
}

struct camera *command_camera(const struct command *command) {
    struct camera *camera = camera_known(command->node);
    if (!camera) fail("no camera %s in %s", command->node, camera_root());
    return camera;
}

int main(int count, char **words) {
    if (count < 2) usage();
    struct command command = {.count = count - 2, .words = words + 2};
    const char *dir = command_option(&command, "--dir");
    command.node = command_option(&command, "--node");
    if (!dir) dir = getenv("VCAM_DIR");
    if (!command.node) command.node = "/dev/video0";
    if (!dir) fail("--dir or VCAM_DIR is missing");
    for (size_t index = 0; index < sizeof commands / sizeof *commands; index++)
        if (strcmp(commands[index].name, words[1]) == 0) {
            if (commands[index].run != cli_create)
                camera_set_root(dir);
            else {
                setenv("VCAM_DIR", dir, 1);
            }
            return commands[index].run(&command);
        }
    usage();
}
