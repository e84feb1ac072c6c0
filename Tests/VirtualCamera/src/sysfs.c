// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes /sys/devices/pci…/usb1/1-2/1-2:1.0/video4linux/videoN and the links to it.
#include "sysfs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void sysfs_usb_path(const struct vcam_state *state, char path[256]) {
    snprintf(path, 256, "/sys/devices/pci0000:00/0000:00:14.0/usb%d/%s", atoi(state->port), state->port);
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
}

/// Writes VCAM_DIR + `path` with a line of text (none when `text` is NULL), creating folders.
static void put(const char *path, const char *text, ...) {
    char full[1024];
    va_list arguments;
    snprintf(full, sizeof full, "%s%s", camera_root(), path);
    make_folders(full);
    FILE *file = fopen(full, "w");
    if (!file) return;
    va_start(arguments, text);
    vfprintf(file, text, arguments);
    va_end(arguments);
    fclose(file);
}

static void put_in(const char *folder, const char *name, const char *text) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    put(path, "%s\n", text);
}

/// A link VCAM_DIR + `path` to another place below /sys, relative as the kernel makes them.
static void put_link(const char *path, const char *target) {
    char full[1024], text[1024] = "";
    snprintf(full, sizeof full, "%s%s", camera_root(), path);
    make_folders(full);
    int depth = -2; // "/sys" itself and the link's own name do not count
    for (const char *c = path; *c; c++) depth += *c == '/';
    for (; depth > 0; depth--) strcat(text, "../");
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", target + strlen("/sys/"));
    unlink(full);
    if (symlink(text, full) != 0) perror(full);
}

static void plug_usb_device(const struct vcam_state *state, const char *usb) {
    char text[600];
    put_in(usb, "idVendor", state->vid);
    put_in(usb, "idProduct", state->pid);
    put_in(usb, "product", state->name);
    put_in(usb, "manufacturer", "Tintype Test");
    if (*state->serial) put_in(usb, "serial", state->serial);
    put_in(usb, "removable", state->fixed ? "fixed" : "removable");
    put_in(usb, "bcdDevice", "0100");
    put_in(usb, "speed", "480");
    put_in(usb, "busnum", "1");
    put_in(usb, "devnum", "5");
    put_in(usb, "devpath", strchr(state->port, '-') ? strchr(state->port, '-') + 1 : state->port);
    snprintf(text, sizeof text, "DEVTYPE=usb_device\nDRIVER=usb\nPRODUCT=%lx/%lx/100\nTYPE=239/2/1",
             strtoul(state->vid, NULL, 16), strtoul(state->pid, NULL, 16));
    put_in(usb, "uevent", text);
    snprintf(text, sizeof text, "/sys/bus/usb/devices/%s", state->port);
    put_link(text, usb);
    snprintf(text, sizeof text, "%s/subsystem", usb);
    put_link(text, "/sys/bus/usb");
}

static void plug_interface(const struct vcam_state *state, const char *interface) {
    char text[600];
    put_in(interface, "bInterfaceNumber", "00");
    put_in(interface, "bInterfaceClass", "0e");
    put_in(interface, "bInterfaceSubClass", "01");
    put_in(interface, "bInterfaceProtocol", "00");
    put_in(interface, "interface", state->name);
    put_in(interface, "uevent", "DEVTYPE=usb_interface\nDRIVER=uvcvideo\nINTERFACE=14/1/0");
    snprintf(text, sizeof text, "%s/subsystem", interface);
    put_link(text, "/sys/bus/usb");
    snprintf(text, sizeof text, "/sys/bus/usb/devices/%s:1.0", state->port);
    put_link(text, interface);
}

static void plug_video(const struct vcam_state *state, const char *interface) {
    const char *name = state->node + strlen("/dev/");
    char folder[400], text[600];
    snprintf(folder, sizeof folder, "%s/video4linux/%s", interface, name);
    put_in(folder, "name", state->name);
    put_in(folder, "index", "0");
    put_in(folder, "dev_debug", "0");
    snprintf(text, sizeof text, "81:%u", state->minor);
    put_in(folder, "dev", text);
    snprintf(text, sizeof text, "MAJOR=81\nMINOR=%u\nDEVNAME=%s", state->minor, name);
    put_in(folder, "uevent", text);
    snprintf(text, sizeof text, "%s/subsystem", folder);
    put_link(text, "/sys/class/video4linux");
    snprintf(text, sizeof text, "%s/device", folder);
    put_link(text, interface);
    snprintf(text, sizeof text, "/sys/dev/char/81:%u", state->minor);
    put_link(text, folder);
    snprintf(text, sizeof text, "/sys/class/video4linux/%s", name);
    put_link(text, folder);
}

int sysfs_plug(const struct vcam_state *state) {
    char usb[256], interface[320];
    sysfs_usb_path(state, usb);
    snprintf(interface, sizeof interface, "%s/%s:1.0", usb, state->port);
    plug_usb_device(state, usb);
    plug_interface(state, interface);
    plug_video(state, interface);
    put(state->node, "a virtual camera's node, for inotify and directory listings\n");
    return 0;
}

static void remove_below(const char *path) {
    char command[1200];
    snprintf(command, sizeof command, "rm -rf '%s%s'", camera_root(), path);
    if (system(command) != 0) perror(path);
}

void sysfs_unplug(const struct vcam_state *state) {
    char usb[256], path[300];
    remove_below(state->node);
    snprintf(path, sizeof path, "/sys/class/video4linux/%s", state->node + strlen("/dev/"));
    remove_below(path);
    snprintf(path, sizeof path, "/sys/dev/char/81:%u", state->minor);
    remove_below(path);
    snprintf(path, sizeof path, "/sys/bus/usb/devices/%s", state->port);
    remove_below(path);
    snprintf(path, sizeof path, "/sys/bus/usb/devices/%s:1.0", state->port);
    remove_below(path);
    sysfs_usb_path(state, usb);
    remove_below(usb);
}
