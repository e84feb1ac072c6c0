// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam udev: the camera as a umockdev description, for programs that ask libudev or GUdev.
#include "cli.h"
#include "sysfs.h"

#include <stdio.h>
#include <string.h>

static void print_usb(const struct vcam_state *state, const char *usb) {
    printf("P: %s\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nE: DRIVER=usb\n", usb);
    printf("E: ID_VENDOR_ID=%s\nE: ID_MODEL_ID=%s\n", state->vid, state->pid);
    printf("A: idVendor=%s\\n\nA: idProduct=%s\\n\nA: product=%s\\n\n", state->vid, state->pid, state->name);
    if (*state->serial) printf("A: serial=%s\\n\n", state->serial);
    printf("A: removable=%s\\n\nA: busnum=1\\n\nA: devnum=5\\n\n\n", state->fixed ? "fixed" : "removable");
    printf("P: %s/%s:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nE: DRIVER=uvcvideo\n", usb,
           state->port);
    printf("A: bInterfaceNumber=00\\n\nA: interface=%s\\n\n\n", state->name);
}

static void print_video(const struct vcam_state *state, const char *usb) {
    const char *name = state->node + strlen("/dev/");
    const char *serial = *state->serial ? state->serial : "Tintype_Test";
    printf("P: %s/%s:1.0/video4linux/%s\n", usb, state->port, name);
    printf("N: %s=00\n", name); // without contents umockdev 0.17 cannot add it again
    printf("E: DEVNAME=/dev/%s\nE: SUBSYSTEM=video4linux\nE: MAJOR=81\nE: MINOR=%u\n", name, state->minor);
    printf("E: ID_V4L_VERSION=2\nE: ID_V4L_PRODUCT=%s\nE: ID_V4L_CAPABILITIES=:capture:\n", state->name);
    printf("E: ID_BUS=usb\nE: ID_VENDOR_ID=%s\nE: ID_MODEL_ID=%s\nE: ID_SERIAL=%s\n", state->vid, state->pid,
           serial);
    printf("E: ID_PATH=pci-0000:00:14.0-usb-0:%s:1.0\n",
           strchr(state->port, '-') ? strchr(state->port, '-') + 1 : "");
    printf("E: TAGS=:uaccess:\nA: name=%s\\n\nA: index=0\\n\nA: dev=81:%u\\n\n", state->name, state->minor);
}

int cli_udev(struct command *command) {
    char usb[256];
    const struct vcam_state *state = command_camera(command)->state;
    sysfs_usb_path(state, usb);
    print_usb(state, usb + strlen("/sys"));
    print_video(state, usb + strlen("/sys"));
    return 0;
}
