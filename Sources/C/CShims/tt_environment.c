// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "tt_environment.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

static int argument_count;
static char *const *arguments;

// glibc calls constructors as it calls main.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    arguments = words;
}

char *const *tt_arguments(void) { return arguments; }
int tt_argument_count(void) { return argument_count; }

void tt_environment_set(const char *name, const char *value) {
    guint count = environ ? g_strv_length(environ) : 0;
    char **list = g_new0(char *, count + 2);
    if (count) memcpy(list, environ, count * sizeof *list);
    guint place = 0;
    size_t length = strlen(name);
    while (place < count && !(strncmp(list[place], name, length) == 0 && list[place][length] == '=')) place++;
    list[place] = g_strconcat(name, "=", value, NULL);
    __atomic_store_n(&environ, list, __ATOMIC_RELEASE);
}
