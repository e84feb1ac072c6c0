// SPDX-License-Identifier: GPL-3.0-or-later
/// Streams through libv4l2 with one thread polling and another turning controls; for the sanitizers.
///
///     stream FRAMES          streams, then opens and closes a few times
///     stream hold            streams until it is killed
#include "camera.h"

#include <libv4l2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

enum { BUFFERS = 4 };

static atomic_bool stop;

/// Another thread's focus dial, on a handle of its own.
static void *turn(void *unused) {
    (void)unused;
    int fd = v4l2_open(NODE, O_RDWR | O_CLOEXEC);
    for (int value = 0; !atomic_load(&stop); value = (value + 25) % 250) {
        v4l2_set_control(fd, V4L2_CID_BRIGHTNESS, 30000 + value);
        usleep(5000);
    }
    v4l2_close(fd);
    return NULL;
}

/// Looks at some of the bytes, as a decoder would.
static unsigned checksum(const unsigned char *bytes, unsigned size) {
    unsigned sum = 0;
    for (unsigned at = 0; at < size; at += 997) sum = sum * 31 + bytes[at];
    return sum;
}

static void start(int fd, unsigned char *mapped[BUFFERS], size_t length[BUFFERS]) {
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    format.fmt.pix =
        (struct v4l2_pix_format){.width = 1280, .height = 720, .pixelformat = V4L2_PIX_FMT_MJPEG};
    struct v4l2_requestbuffers request = {.count = BUFFERS, .type = format.type, .memory = V4L2_MEMORY_MMAP};
    EXPECT(v4l2_ioctl(fd, VIDIOC_S_FMT, &format) == 0);
    EXPECT(v4l2_ioctl(fd, VIDIOC_REQBUFS, &request) == 0 && request.count == BUFFERS);
    for (unsigned index = 0; index < BUFFERS; index++) {
        struct v4l2_buffer buffer = {.index = index, .type = format.type, .memory = V4L2_MEMORY_MMAP};
        EXPECT(v4l2_ioctl(fd, VIDIOC_QUERYBUF, &buffer) == 0);
        length[index] = buffer.length;
        mapped[index] =
            v4l2_mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, buffer.m.offset);
        EXPECT(mapped[index] != MAP_FAILED);
        EXPECT(v4l2_ioctl(fd, VIDIOC_QBUF, &buffer) == 0);
    }
    EXPECT(v4l2_ioctl(fd, VIDIOC_STREAMON, &format.type) == 0);
}

static void run(long frames) {
    unsigned char *mapped[BUFFERS];
    size_t length[BUFFERS];
    unsigned sum = 0, last = 0;
    int fd = v4l2_open(NODE, O_RDWR | O_CLOEXEC | O_NONBLOCK), type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    EXPECT(fd >= 0);
    start(fd, mapped, length);
    for (long frame = 0; frames < 0 || frame < frames; frame++) {
        struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
        EXPECT(polled(fd, POLLIN, 2000) == POLLIN);
        if (v4l2_ioctl(fd, VIDIOC_DQBUF, &buffer) != 0) {
            EXPECT(errno == EAGAIN);
            continue;
        }
        EXPECT(frame == 0 || buffer.sequence > last);
        last = buffer.sequence;
        sum += checksum(mapped[buffer.index], buffer.bytesused);
        EXPECT(v4l2_ioctl(fd, VIDIOC_QBUF, &buffer) == 0);
        if (frame == 5) { // a child must not disturb the stream
            int status = system("true");
            EXPECT(status == 0);
            if (fork() == 0) _exit(0);
            wait(NULL);
        }
    }
    EXPECT(v4l2_ioctl(fd, VIDIOC_STREAMOFF, &type) == 0);
    for (int index = 0; index < BUFFERS; index++) EXPECT(v4l2_munmap(mapped[index], length[index]) == 0);
    v4l2_close(fd);
    EXPECT(sum);
}

int main(int count, char **words) {
    pthread_t dial;
    v4l2_log_file = fopen("/dev/null", "w");
    bool hold = count > 1 && strcmp(words[1], "hold") == 0;
    pthread_create(&dial, NULL, turn, NULL);
    run(hold ? -1 : count > 1 ? atol(words[1]) : 30);
    atomic_store(&stop, true);
    pthread_join(dial, NULL);
    for (int round = 0; round < 3; round++) run(2);
    fclose(v4l2_log_file);
    return failures != 0;
}
