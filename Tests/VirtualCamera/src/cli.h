// SPDX-License-Identifier: GPL-3.0-or-later
/// The command `vcam`: options and sub-commands.
#ifndef VCAM_CLI_H
#define VCAM_CLI_H

#include "camera.h"

/// The command line after the sub-command's name, with --dir and --node taken out.
struct command {
    const char *node;
    int count;
    char **words;
};

/// Prints a message and ends the program with status 2.
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/// The camera of --node, or the end of the program.
struct camera *command_camera(const struct command *command);

/// The value of an option, removed from the words; NULL when it is not given.
const char *command_option(struct command *command, const char *name);
bool command_flag(struct command *command, const char *name);

int cli_create(struct command *command);
int cli_remove(struct command *command);
int cli_unplug(struct command *command);
int cli_replug(struct command *command);
int cli_fault(struct command *command);
int cli_set(struct command *command);
int cli_stat(struct command *command);
int cli_udev(struct command *command);

#endif
