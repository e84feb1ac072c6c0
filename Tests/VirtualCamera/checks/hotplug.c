// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks that GUdev sees the camera, and its unplug and replug, under with-udev.py.
#include "camera.h"

#include <gudev/gudev.h>

static int adds, removes;
static GMainLoop *loop;

static void on_uevent(GUdevClient *client, const char *action, GUdevDevice *device, void *unused) {
    (void)client, (void)unused;
    const char *node = g_udev_device_get_device_file(device);
    if (g_strcmp0(node, NODE) != 0) return;
    adds += strcmp(action, "add") == 0;
    removes += strcmp(action, "remove") == 0;
    if (adds == 1) g_main_loop_quit(loop);
}

static gboolean give_up(void *unused) {
    (void)unused;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

static void *pull_and_plug(void *unused) {
    (void)unused;
    usleep(100000);
    vcam("unplug");
    usleep(200000);
    vcam("replug");
    return NULL;
}

static void check_device(GUdevClient *client) {
    GUdevDevice *device = g_udev_client_query_by_device_file(client, NODE);
    EXPECT(device);
    if (!device) return;
    GUdevDevice *usb = g_udev_device_get_parent_with_subsystem(device, "usb", "usb_device");
    EXPECT(g_strcmp0(g_udev_device_get_property(device, "ID_V4L_CAPABILITIES"), ":capture:") == 0);
    EXPECT(usb && g_strcmp0(g_udev_device_get_sysfs_attr(usb, "removable"), "removable") == 0);
    g_clear_object(&usb);
    g_object_unref(device);
}

int main(void) {
    const char *subsystems[] = {"video4linux", NULL};
    GUdevClient *client = g_udev_client_new(subsystems);
    pthread_t hand;
    loop = g_main_loop_new(NULL, FALSE);
    check_device(client);
    int fd = open(NODE, O_RDWR);
    EXPECT(fd >= 0 && request_buffers(fd, 2) == 0);
    close(fd);
    g_signal_connect(client, "uevent", G_CALLBACK(on_uevent), NULL);
    g_timeout_add(3000, give_up, NULL);
    pthread_create(&hand, NULL, pull_and_plug, NULL);
    g_main_loop_run(loop);
    pthread_join(hand, NULL);
    EXPECT(removes == 1 && adds == 1);
    check_device(client);
    g_object_unref(client);
    return failures != 0;
}
