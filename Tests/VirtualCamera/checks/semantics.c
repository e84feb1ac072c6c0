// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks what a program can rely on besides pictures: poll bits, errors, ownership, events, unplug.
///
///     check-semantics            of the virtual camera
///     check-semantics real       of a real driver, as far as a camera need not be steered from outside: what holds for
///                                the one has to hold for the other
#include "camera.h"

#include <dirent.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

/// Milliseconds for a frame; emulated machines are slow.
static int wait_limit = 1000;

static int open_camera(int flags) {
    int fd = open(NODE, O_RDWR | O_CLOEXEC | flags);
    EXPECT(fd >= 0);
    return fd;
}

static int epolled(int fd, uint32_t events, int milliseconds) {
    int set = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = events};
    EXPECT(epoll_ctl(set, EPOLL_CTL_ADD, fd, &event) == 0);
    event.events = 0;
    epoll_wait(set, &event, 1, milliseconds);
    close(set);
    return (int)event.events;
}

static void check_poll(void) {
    int fd = open_camera(O_NONBLOCK), copy = dup(fd);
    struct v4l2_buffer buffer = {0};
    EXPECT(polled(fd, POLLIN, 0) == POLLERR);
    EXPECT(request_buffers(fd, 4) == 0);
    EXPECT(polled(copy, POLLIN, 0) == POLLERR);
    EXPECT(stream(fd, true) == 0);
    EXPECT(polled(fd, POLLIN, 0) == POLLERR); // nothing queued yet
    EXPECT(queue(fd, 0) == 0 && queue(copy, 1) == 0);
    EXPECT(polled(fd, POLLIN, 0) == 0);
    EXPECT(buffer_ioctl(fd, VIDIOC_DQBUF, &buffer) == -1 && errno == EAGAIN);
    EXPECT(polled(fd, POLLIN, wait_limit) == POLLIN);
    EXPECT(epolled(copy, EPOLLIN, 100) == EPOLLIN);
    EXPECT(buffer_ioctl(fd, VIDIOC_DQBUF, &buffer) == 0 && buffer.bytesused > 0);
    EXPECT(polled(fd, POLLIN, wait_limit) == POLLIN);
    EXPECT(buffer_ioctl(copy, VIDIOC_DQBUF, &buffer) == 0);
    EXPECT(polled(fd, POLLIN, 0) == 0);
    EXPECT(stream(fd, false) == 0);
    EXPECT(polled(fd, POLLIN, 0) == POLLERR);
    EXPECT(queue(fd, 0) == 0 && stream(fd, true) == 0);
    EXPECT(polled(fd, POLLIN, wait_limit) == POLLIN);
    close(fd);
    EXPECT(buffer_ioctl(copy, VIDIOC_DQBUF, &buffer) == 0); // the copy keeps it open
    close(copy);
}

/// Another handle, and another process, are kept out until the owner closes.
static void check_owner(void) {
    int fd = open_camera(0), second = open_camera(0), status;
    EXPECT(request_buffers(fd, 2) == 0);
    EXPECT(set_format(second, V4L2_PIX_FMT_YUYV, 640, 480) == -1 && errno == EBUSY);
    EXPECT(request_buffers(second, 2) == -1 && errno == EBUSY);
    EXPECT(stream(second, true) == -1 && errno == EBUSY);
    if (fork() == 0) {
        int other = open(NODE, O_RDWR);
        _exit(other >= 0 && request_buffers(other, 2) == -1 && errno == EBUSY ? 0 : 1);
    }
    wait(&status);
    EXPECT(status == 0);
    EXPECT(set_format(fd, V4L2_PIX_FMT_YUYV, 640, 480) == -1 && errno == EBUSY); // buffers allocated
    close(fd);
    EXPECT(set_format(second, V4L2_PIX_FMT_YUYV, 640, 480) == 0);
    close(second);
}

static void check_controls(void) {
    int fd = open_camera(O_NONBLOCK);
    struct v4l2_ext_control both[] = {{.id = V4L2_CID_FOCUS_AUTO, .value = 0},
                                      {.id = V4L2_CID_FOCUS_ABSOLUTE, .value = 100}};
    struct v4l2_ext_controls set = {.count = 2, .controls = both};
    struct v4l2_querymenu menu = {.id = V4L2_CID_EXPOSURE_AUTO, .index = 0};
    EXPECT(set_control(fd, V4L2_CID_FOCUS_ABSOLUTE, 50) == -1 && errno == EACCES);
    // The driver writes in an order of its own. A camera that says why it refuses ("wrong state") makes it EILSEQ.
    EXPECT(ioctl(fd, VIDIOC_S_EXT_CTRLS, &set) == -1 && (errno == EPIPE || errno == EILSEQ));
    EXPECT(set_control(fd, V4L2_CID_FOCUS_AUTO, 0) == 0);
    EXPECT(set_control(fd, V4L2_CID_FOCUS_ABSOLUTE, 53) == 0 &&
           get_control(fd, V4L2_CID_FOCUS_ABSOLUTE) == 55);
    EXPECT(set_control(fd, V4L2_CID_FOCUS_ABSOLUTE, 9999) == 0 &&
           get_control(fd, V4L2_CID_FOCUS_ABSOLUTE) == 250);
    EXPECT(set_control(fd, V4L2_CID_EXPOSURE_AUTO, 2) == -1 && errno == EINVAL);
    EXPECT(set_control(fd, V4L2_CID_EXPOSURE_AUTO, 9) == -1 && errno == ERANGE);
    EXPECT_ERRNO(EINVAL, fd, VIDIOC_QUERYMENU, &menu);
    EXPECT(set_control(fd, V4L2_CID_FOCUS_AUTO, 1) == 0);
    close(fd);
}

static void check_events(void) {
    int fd = open_camera(O_NONBLOCK);
    struct v4l2_event_subscription subscription = {.type = V4L2_EVENT_CTRL, .id = V4L2_CID_BRIGHTNESS};
    struct v4l2_event event;
    EXPECT_ERRNO(0, fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
    for (int value = 10; value < 14; value++) {
        char command[64];
        EXPECT(!(polled(fd, POLLPRI, 0) & POLLPRI));
        snprintf(command, sizeof command, "set brightness %d", value);
        vcam(command);
        EXPECT(polled(fd, POLLPRI, 1000) & POLLPRI);
        EXPECT_ERRNO(0, fd, VIDIOC_DQEVENT, &event);
        EXPECT(event.u.ctrl.value == value && event.u.ctrl.changes & V4L2_EVENT_CTRL_CH_VALUE);
        EXPECT_ERRNO(ENOENT, fd, VIDIOC_DQEVENT, &event);
    }
    EXPECT(set_control(fd, V4L2_CID_BRIGHTNESS, 128) == 0); // no event for our own change
    EXPECT_ERRNO(ENOENT, fd, VIDIOC_DQEVENT, &event);
    close(fd);
}

/// Many events in a row arrive as fast as few: nothing below may hold them back.
static void check_event_rate(void) {
    int fd = open_camera(O_NONBLOCK), other = open_camera(O_NONBLOCK);
    struct v4l2_event_subscription subscription = {.type = V4L2_EVENT_CTRL, .id = V4L2_CID_CONTRAST};
    struct v4l2_event event;
    EXPECT_ERRNO(0, fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
    for (int value = 0; value < 100; value++) {
        EXPECT(set_control(other, V4L2_CID_CONTRAST, value) == 0);
        EXPECT(polled(fd, POLLPRI, 20) & POLLPRI);
        EXPECT_ERRNO(0, fd, VIDIOC_DQEVENT, &event);
    }
    close(fd);
    close(other);
}

/// Taking frames takes no event away.
static void check_events_among_frames(void) {
    int fd = open_camera(O_NONBLOCK), other = open_camera(O_NONBLOCK);
    struct v4l2_event_subscription subscription = {.type = V4L2_EVENT_CTRL, .id = V4L2_CID_CONTRAST};
    struct v4l2_buffer buffer = {0};
    struct v4l2_event event;
    EXPECT_ERRNO(0, fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
    EXPECT(request_buffers(fd, 4) == 0 && queue(fd, 0) == 0 && queue(fd, 1) == 0 && stream(fd, true) == 0);
    for (int value = 1; value < 30 && failures == 0; value++) {
        EXPECT(polled(fd, POLLIN | POLLPRI, wait_limit) & POLLIN);
        EXPECT(set_control(other, V4L2_CID_CONTRAST, value) == 0);
        // Another frame may come meanwhile, before or after the event.
        EXPECT(polled(fd, POLLPRI, wait_limit) & POLLPRI);
        while (buffer_ioctl(fd, VIDIOC_DQBUF, &buffer) == 0) EXPECT(queue(fd, buffer.index) == 0);
        EXPECT(polled(fd, POLLIN | POLLPRI, wait_limit) & POLLPRI);
        EXPECT_ERRNO(0, fd, VIDIOC_DQEVENT, &event);
        EXPECT(!(polled(fd, POLLIN | POLLPRI, 0) & POLLPRI));
    }
    close(fd);
    close(other);
}

/// Watching for events only must sleep, on a camera that does not stream too.
static void check_quiet(void) {
    int fd = open_camera(O_NONBLOCK);
    EXPECT(polled(fd, POLLPRI, 50) == 0);
    EXPECT(epolled(fd, EPOLLPRI, 50) == 0);
    close(fd);
}

static bool listed(const char *folder, const char *name) {
    DIR *directory = opendir(folder);
    bool found = false;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        found |= strcmp(entry->d_name, name) == 0;
    if (directory) closedir(directory);
    return found;
}

/// The owner's thread needs a moment to notice; frames may be ready before.
static bool hangs_up(int fd) {
    const int all = POLLERR | POLLHUP;
    for (int milliseconds = 0; milliseconds < 1000; milliseconds++, usleep(1000))
        if ((polled(fd, POLLIN, 0) & all) == all) return true;
    return false;
}

static void check_unplug(void) {
    int fd = open_camera(O_NONBLOCK), idle = open_camera(O_NONBLOCK);
    struct v4l2_capability capability;
    struct v4l2_buffer buffer = {0};
    struct stat status;
    EXPECT(request_buffers(fd, 2) == 0 && queue(fd, 0) == 0 && stream(fd, true) == 0);
    EXPECT(fstat(fd, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == 81);
    EXPECT(listed("/dev", "video0") && listed("/sys/class/video4linux", "video0"));
    vcam("unplug");
    EXPECT(hangs_up(fd));
    EXPECT(polled(idle, POLLPRI, 1000) & POLLHUP);
    EXPECT(buffer_ioctl(fd, VIDIOC_DQBUF, &buffer) == -1 && errno == ENODEV);
    EXPECT_ERRNO(ENODEV, idle, VIDIOC_QUERYCAP, &capability);
    EXPECT(open(NODE, O_RDWR) == -1 && errno == ENOENT && access(NODE, F_OK) == -1);
    EXPECT(!listed("/dev", "video0") && !listed("/sys/class/video4linux", "video0"));
    vcam("replug");
    EXPECT_ERRNO(ENODEV, fd, VIDIOC_QUERYCAP, &capability); // the old handle stays dead
    close(fd);
    close(idle);
    fd = open_camera(0);
    EXPECT_ERRNO(0, fd, VIDIOC_QUERYCAP, &capability);
    close(fd);
}

static void check_many(int rounds) {
    for (int round = 0; round < rounds; round++) {
        int fd = open_camera(0);
        EXPECT(request_buffers(fd, 2) == 0 && queue(fd, 0) == 0 && stream(fd, true) == 0);
        close(fd);
    }
}

int main(int count, char **words) {
    bool is_real = count > 1 && strcmp(words[1], "real") == 0;
    if (is_real) wait_limit = 30000;
    check_poll();
    check_owner();
    check_controls();
    check_event_rate();
    check_events_among_frames();
    check_quiet();
    if (!is_real) {
        check_events();
        check_unplug();
    }
    check_many(is_real ? 3 : 200);
    return failures != 0;
}
