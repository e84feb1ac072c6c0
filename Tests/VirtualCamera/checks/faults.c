// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks that every fault does what its name says, counts down, and goes away.
#include "camera.h"

#include <poll.h>
#include <time.h>

enum { BUFFERS = 4, WIDTH = 1280, HEIGHT = 720 };

/// A stream, and the frame dequeued last.
static struct {
    int fd;
    unsigned char *mapped[BUFFERS];
    struct v4l2_buffer frame;
    unsigned char *bytes;
} camera;

static void open_stream(void) {
    camera.fd = open(NODE, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    EXPECT(camera.fd >= 0 && set_format(camera.fd, V4L2_PIX_FMT_MJPEG, WIDTH, HEIGHT) == 0);
    EXPECT(request_buffers(camera.fd, BUFFERS) == 0);
    for (uint32_t index = 0; index < BUFFERS; index++) {
        struct v4l2_buffer buffer = {.index = index};
        EXPECT(buffer_ioctl(camera.fd, VIDIOC_QUERYBUF, &buffer) == 0);
        camera.mapped[index] = mmap(NULL, buffer.length, PROT_READ, MAP_SHARED, camera.fd, buffer.m.offset);
        EXPECT(camera.mapped[index] != MAP_FAILED && queue(camera.fd, index) == 0);
    }
    EXPECT(stream(camera.fd, true) == 0);
}

static void close_stream(void) { close(camera.fd); }

static void next_frame(void) {
    EXPECT(polled(camera.fd, POLLIN, 2000) == POLLIN);
    EXPECT(buffer_ioctl(camera.fd, VIDIOC_DQBUF, &camera.frame) == 0);
    camera.bytes = camera.mapped[camera.frame.index];
}

static void give_back(void) { EXPECT(queue(camera.fd, camera.frame.index) == 0); }

/// Switches a fault on for one frame and dequeues frames until it must have shown.
static void spoilt_frame(const char *fault, bool (*shows)(void)) {
    char command[100];
    bool seen = false;
    snprintf(command, sizeof command, "fault %s --for 1", fault);
    vcam(command);
    for (int frame = 0; frame < 8; frame++) {
        next_frame();
        bool now = shows();
        if (now && seen) fprintf(stderr, "%s: more than once\n", fault), failures++;
        seen |= now;
        give_back();
    }
    if (!seen) fprintf(stderr, "%s: not seen\n", fault), failures++;
}

static bool has_marker(unsigned char marker) {
    for (unsigned at = 2; at + 4 < camera.frame.bytesused && camera.bytes[at + 1] != 0xda;
         at += 2 + (camera.bytes[at + 2] << 8 | camera.bytes[at + 3]))
        if (camera.bytes[at + 1] == marker) return true;
    return false;
}

static bool ends_in_eoi(void) {
    unsigned size = camera.frame.bytesused;
    return size > 2 && camera.bytes[size - 2] == 0xff && camera.bytes[size - 1] == 0xd9;
}

/// Bytes of a frame that nothing spoils, about.
static unsigned whole_size;

static bool is_short(void) { return camera.frame.bytesused == 77; }
static bool is_empty(void) { return camera.frame.bytesused == 0; }
static bool is_oversized(void) { return camera.frame.bytesused > camera.frame.length; }
static bool is_flagged(void) { return camera.frame.flags & V4L2_BUF_FLAG_ERROR; }
static bool is_truncated(void) { return !ends_in_eoi(); }

static bool ends_early(void) { return ends_in_eoi() && camera.frame.bytesused < whole_size * 2 / 3; }
static bool lacks_tables(void) { return !has_marker(0xc4); }
static bool is_doubled(void) { return memcmp(camera.bytes, "\xff\xd8\xff\xd8", 4) == 0; }

static bool is_corrupt(void) {
    unsigned char lost[48];
    memset(lost, 0x55, sizeof lost);
    return memmem(camera.bytes, camera.frame.bytesused, lost, sizeof lost) != NULL;
}

static void check_frames(void) {
    open_stream();
    next_frame();
    EXPECT(ends_in_eoi() && has_marker(0xc4) && memcmp(camera.bytes, "\xff\xd8\xff", 3) == 0);
    whole_size = camera.frame.bytesused;
    give_back();
    spoilt_frame("short 77", is_short);
    spoilt_frame("zero", is_empty);
    spoilt_frame("oversized", is_oversized);
    spoilt_frame("error-flag", is_flagged);
    spoilt_frame("truncated 40", is_truncated);
    spoilt_frame("ends-early 40", ends_early);
    spoilt_frame("junk 30", is_truncated);
    spoilt_frame("no-dht", lacks_tables);
    spoilt_frame("double-soi", is_doubled);
    spoilt_frame("corrupt", is_corrupt);
    vcam("fault eio-dqbuf --for 1");
    EXPECT(polled(camera.fd, POLLIN, 2000) == POLLIN);
    EXPECT(buffer_ioctl(camera.fd, VIDIOC_DQBUF, &camera.frame) == -1 && errno == EIO);
    EXPECT(buffer_ioctl(camera.fd, VIDIOC_DQBUF, &camera.frame) == 0);
    close_stream();
}

static void check_time(void) {
    open_stream();
    next_frame();
    vcam("fault stall");
    while (polled(camera.fd, POLLIN, 150) == POLLIN) {
        next_frame();
        give_back();
    }
    EXPECT(polled(camera.fd, POLLIN, 200) == 0);
    vcam("fault stall off");
    EXPECT(polled(camera.fd, POLLIN, 1000) == POLLIN);
    vcam("fault slow 5");
    for (int frame = 0; frame < 4; frame++) {
        next_frame();
        give_back();
    }
    EXPECT(polled(camera.fd, POLLIN, 100) == 0);
    vcam("fault off");
    close_stream();
}

/// Failing S_FMT, STREAMON, open.
static void check_start(void) {
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    vcam("fault open-eacces --for 2");
    EXPECT(open(NODE, O_RDWR) == -1 && errno == EACCES);
    EXPECT(open(NODE, O_RDWR) == -1 && errno == EACCES);
    int fd = open(NODE, O_RDWR | O_NONBLOCK);
    vcam("fault busy --for 1");
    EXPECT(set_format(fd, V4L2_PIX_FMT_MJPEG, WIDTH, HEIGHT) == -1 && errno == EBUSY);
    vcam("fault liar-size 640x480 --for 1");
    format.fmt.pix =
        (struct v4l2_pix_format){.width = WIDTH, .height = HEIGHT, .pixelformat = V4L2_PIX_FMT_YUYV};
    EXPECT_ERRNO(0, fd, VIDIOC_S_FMT, &format);
    EXPECT(format.fmt.pix.width == 640 && format.fmt.pix.height == 480);
    vcam("fault liar-parm --for 1");
    EXPECT_ERRNO(0, fd, VIDIOC_G_PARM, &parameters);
    EXPECT(parameters.parm.capture.timeperframe.denominator == 0);
    EXPECT(request_buffers(fd, 2) == 0 && queue(fd, 0) == 0);
    vcam("fault enospc-streamon --for 1");
    EXPECT(stream(fd, true) == -1 && errno == ENOSPC);
    vcam("fault eio-streamon --for 1");
    EXPECT(stream(fd, true) == -1 && errno == EIO);
    EXPECT(stream(fd, true) == 0);
    close(fd);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void check_controls(void) {
    int fd = open(NODE, O_RDWR | O_NONBLOCK);
    struct v4l2_queryctrl query = {.id = V4L2_CID_GAIN};
    vcam("fault control gain ETIMEDOUT --for 2");
    EXPECT_ERRNO(ETIMEDOUT, fd, VIDIOC_QUERYCTRL, &query);
    EXPECT(set_control(fd, V4L2_CID_GAIN, 5) == -1 && errno == ETIMEDOUT);
    EXPECT(set_control(fd, V4L2_CID_GAIN, 5) == 0);
    vcam("fault control gain EPIPE");
    EXPECT(get_control(fd, V4L2_CID_GAIN) == -1 && errno == EPIPE);
    EXPECT(get_control(fd, V4L2_CID_GAIN) == -1 && errno == EPIPE);
    vcam("fault control gain off");
    vcam("fault slow-ioctl 60");
    double before = seconds();
    EXPECT(get_control(fd, V4L2_CID_GAIN) == 5);
    EXPECT(seconds() - before > 0.055);
    vcam("fault off");
    close(fd);
}

int main(void) {
    check_frames();
    check_time();
    check_start();
    check_controls();
    return failures != 0;
}
