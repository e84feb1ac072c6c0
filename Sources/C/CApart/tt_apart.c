// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "tt_apart.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The descriptors of a process apart, above its standard streams.
enum { OWN_SOCKET = 3, OWN_LIFELINE = 4, FIRST_FREE = 5 };
// Above all numbers that are given away, so that no duplicate lands on one that is still needed.
enum { OUT_OF_THE_WAY = 10 };

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

// Where libraries and decoders are, in a sandbox or in a test.
static const char *const kept_variables[] = {"LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE"};
enum { KEPT = sizeof kept_variables / sizeof *kept_variables };

static void close_all(const int *descriptors, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (descriptors[i] >= 0) close(descriptors[i]);
}

static pid_t spawn(const char *program, char *const *arguments, char *const *environment, int socket,
                   int lifeline) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if ((errno = posix_spawn_file_actions_init(&actions)) != 0) return -1;
    if ((errno = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    // A group of its own: a terminal's Ctrl+C is the program's to answer.
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
    pid_t process = -1;
    if ((errno = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (errno = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (errno = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
        (errno = posix_spawnattr_setflags(&attributes, flags)) == 0 &&
        (errno = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) == 0 &&
        (errno = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)) == 0 &&
        (errno = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)) == 0 &&
        (errno = posix_spawn_file_actions_adddup2(&actions, socket, OWN_SOCKET)) == 0 &&
        (errno = posix_spawn_file_actions_adddup2(&actions, lifeline, OWN_LIFELINE)) == 0 &&
        (errno = posix_spawn_file_actions_addclosefrom_np(&actions, FIRST_FREE)) == 0) {
        pid_t started;
        if ((errno = posix_spawn(&started, program, &actions, &attributes, arguments, environment)) == 0)
            process = started;
    }
    int failure = errno;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = failure;
    return process;
}

pid_t tt_apart_start(const char *program, const char *argument, int *socket, int *lifeline) {
    // This side's ends, then the other's, then the other's moved out of the way.
    int ends[6] = {-1, -1, -1, -1, -1, -1};
    pid_t process = -1;
    char *environment[KEPT + 1] = {NULL};
    size_t kept = 0;
    int pair[2], line[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -1;
    ends[0] = pair[0], ends[2] = pair[1];
    if (pipe2(line, O_CLOEXEC) == 0) {
        ends[1] = line[1], ends[3] = line[0];
        ends[4] = fcntl(ends[2], F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
        ends[5] = fcntl(ends[3], F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
    }
    if (ends[4] >= 0 && ends[5] >= 0) {
        for (size_t i = 0; i < KEPT; i++) {
            const char *value = getenv(kept_variables[i]);
            if (value && asprintf(&environment[kept], "%s=%s", kept_variables[i], value) > 0) kept++;
        }
        environment[kept] = NULL;
        char *const arguments[] = {(char *)"tintype", (char *)argument, NULL};
        process = spawn(program, arguments, environment, ends[4], ends[5]);
    }
    int failure = errno;
    for (size_t i = 0; i < kept; i++) free(environment[i]);
    if (process < 0) {
        close_all(ends, 6);
    } else {
        close_all(ends + 2, 4);
        *socket = ends[0];
        *lifeline = ends[1];
    }
    errno = failure;
    return process;
}

bool tt_apart_send(int socket, const void *bytes, size_t count, const int *descriptors,
                   size_t descriptor_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * TT_APART_DESCRIPTORS)];
    } control = {0};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > TT_APART_DESCRIPTORS) {
        errno = EINVAL;
        return false;
    }
    if (descriptors && descriptor_count > 0) {
        message.msg_control = control.room;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)count;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static bool wait_for(int socket, int timeout) {
    int64_t end = milliseconds_now() + timeout;
    for (;;) {
        struct pollfd wanted = {.fd = socket, .events = POLLIN};
        int64_t left = end - milliseconds_now();
        int ready = poll(&wanted, 1, left > 0 ? (int)left : 0);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
        if (ready == 0) {
            errno = ETIMEDOUT;
            return false;
        }
    }
}

ssize_t tt_apart_receive(int socket, void *bytes, size_t count, int *descriptors, int timeout) {
    for (size_t i = 0; i < TT_APART_DESCRIPTORS; i++) descriptors[i] = -1;
    if (timeout >= 0 && !wait_for(socket, timeout)) return -1;
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * TT_APART_DESCRIPTORS)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof control.room};
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return errno == ECONNRESET ? 0 : -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        // The room above holds no more than these.
        size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(header),
               sizeof(int) * (came < TT_APART_DESCRIPTORS ? came : TT_APART_DESCRIPTORS));
    }
    if (message.msg_flags & MSG_TRUNC) {
        close_all(descriptors, TT_APART_DESCRIPTORS);
        for (size_t i = 0; i < TT_APART_DESCRIPTORS; i++) descriptors[i] = -1;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}

int tt_apart_end(pid_t process) {
    int status;
    kill(process, SIGKILL);
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

void *tt_apart_memory(size_t size, bool read_only, int *descriptor) {
    int file = memfd_create("tintype-apart", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return NULL;
    void *memory = MAP_FAILED;
    // Of a fixed size: else the other process could end this one by making it smaller.
    if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    // This side's mapping stays writable.
    if (memory != MAP_FAILED && read_only &&
        fcntl(file, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) < 0) {
        munmap(memory, size);
        memory = MAP_FAILED;
    }
    if (memory == MAP_FAILED) {
        int failure = errno;
        close(file);
        errno = failure;
        return NULL;
    }
    *descriptor = file;
    return memory;
}

void *tt_apart_map(int descriptor, size_t size, bool writable) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    off_t length = lseek(descriptor, 0, SEEK_END);
    if (seals < 0 || !(seals & F_SEAL_SHRINK) || length < 0 || (size_t)length < size || size == 0)
        return NULL;
    void *memory = mmap(NULL, size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// The walls.

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef OWN_ARCHITECTURE
// Work on memory, on time, on what is open already, and on the process itself.
static const int allowed_calls[] = {
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_read,
    SYS_pread64,
    SYS_write,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_fcntl,
    SYS_sendmsg,
    SYS_recvmsg,
    SYS_ppoll,
    SYS_futex,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_membarrier,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_setitimer,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getpid,
    SYS_gettid,
    SYS_getrandom,
    SYS_getrusage,
    SYS_exit,
    SYS_exit_group,
    SYS_memfd_create,
    SYS_ftruncate,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_alarm
    SYS_alarm,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};
enum { ALLOWED = sizeof allowed_calls / sizeof *allowed_calls };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (field))
#define EQUALS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
// Both processors keep the low half of an argument first. What decides below fits it: the kernel ignores the high half.
#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + 8 * (index))

static int install_filter(void) {
    struct sock_filter filter[ALLOWED * 2 + 40];
    unsigned short count = 0;
#define ADD(...) filter[count++] = (struct sock_filter)__VA_ARGS__
    ADD(LOAD(offsetof(struct seccomp_data, arch)));
    ADD(EQUALS(OWN_ARCHITECTURE, 1, 0));
    ADD(ANSWER(SECCOMP_RET_KILL_PROCESS));
    ADD(LOAD(offsetof(struct seccomp_data, nr)));
    for (int i = 0; i < ALLOWED; i++) {
        ADD(EQUALS((unsigned)allowed_calls[i], 0, 1));
        ADD(ANSWER(SECCOMP_RET_ALLOW));
    }
    // Memory, but no new code in it.
    ADD(EQUALS(SYS_mmap, 1, 0));
    ADD(EQUALS(SYS_mprotect, 0, 4));
    ADD(LOAD(ARGUMENT(2)));
    ADD(HAS(PROT_EXEC, 1, 0));
    ADD(ANSWER(SECCOMP_RET_ALLOW));
    ADD(ANSWER(SECCOMP_RET_ERRNO | EACCES));
    // Threads, but no processes and no namespaces: all of these, and none of those.
    const unsigned thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    const unsigned space = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                           CLONE_NEWPID | CLONE_NEWNET;
    ADD(EQUALS(SYS_clone, 0, 6));
    ADD(LOAD(ARGUMENT(0)));
    ADD(HAS(space, 3, 0));
    ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, thread));
    ADD(EQUALS(thread, 0, 1));
    ADD(ANSWER(SECCOMP_RET_ALLOW));
    ADD(ANSWER(SECCOMP_RET_ERRNO | EPERM));
    // Its flags lie in memory, where no filter sees them. Without it glibc takes the older call.
    ADD(EQUALS(SYS_clone3, 0, 1));
    ADD(ANSWER(SECCOMP_RET_ERRNO | ENOSYS));
    // abort(3): a signal to itself.
    ADD(EQUALS(SYS_tgkill, 0, 3));
    ADD(LOAD(ARGUMENT(0)));
    ADD(EQUALS((unsigned)getpid(), 0, 1));
    ADD(ANSWER(SECCOMP_RET_ALLOW));
    ADD(ANSWER(SECCOMP_RET_ERRNO | EPERM));
#undef ADD
    struct sock_fprog program = {.len = count, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}
#else
static int install_filter(void) { return ENOSYS; }
#endif

static bool limit(int what, rlim_t most) {
    const struct rlimit value = {.rlim_cur = most, .rlim_max = most};
    return setrlimit(what, &value) == 0;
}

// What is mapped now, in bytes; 0 if that is not known.
static size_t mapped(void) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    unsigned long long pages = 0;
    if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

int tt_apart_enter(size_t memory) {
    // Else it would be called after the link that it was started by.
    (void)prctl(PR_SET_NAME, "tintype-apart");
    // The lifeline's other end is never written to: SIGIO, whose default is to end, comes when it is closed.
    if (fcntl(OWN_LIFELINE, F_SETOWN, getpid()) < 0 || fcntl(OWN_LIFELINE, F_SETFL, O_NONBLOCK | O_ASYNC) < 0)
        return errno;
    // The program may have ended before that.
    struct pollfd line = {.fd = OWN_LIFELINE, .events = POLLIN};
    if (poll(&line, 1, 0) != 0) return EPIPE;
    size_t now = mapped();
    // A death is no event for whoever collects crashes; and no other process of the person's may look inside.
    if (prctl(PR_SET_DUMPABLE, 0) < 0 || !limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0) ||
        !limit(RLIMIT_NOFILE, 16) || (now > 0 && !limit(RLIMIT_AS, now + memory)))
        return errno;
    // A second wall where the system allows it; the filter below denies the same.
    (void)unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
    return install_filter();
}
