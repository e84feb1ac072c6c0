// SPDX-License-Identifier: GPL-3.0-or-later
// A second process of this program that may do nothing but think: starting it, talking to it, and the walls around it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most descriptors that one message carries.
enum { TT_APART_DESCRIPTORS = 2 };

/// Starts a program apart: with `argument` alone, an empty environment but for where libraries are, the null device as
/// standard streams, its end of a socket as descriptor 3, and nothing else that is open here. Safe beside other threads.
///
/// `socket`: this side's end. `lifeline`: closed, it ends the process, also in the midst of its work; so does the end of
/// this program, whatever ends it. Returns the process, or -1 and errno. All descriptors are closed on exec.
pid_t tt_apart_start(const char *_Nonnull program, const char *_Nonnull argument, int *_Nonnull socket,
                     int *_Nonnull lifeline);

/// Sends a message with descriptors, which stay open here. Returns false and errno; a peer that is gone raises no signal.
bool tt_apart_send(int socket, const void *_Nonnull bytes, size_t count, const int *_Nullable descriptors,
                   size_t descriptor_count);

/// Waits at most `timeout` milliseconds (negative: for ever) for a message. Returns its length, 0 if the peer is gone, or
/// -1 and errno: ETIMEDOUT, EMSGSIZE if it is longer than `count`. `descriptors` has room for TT_APART_DESCRIPTORS; those
/// that did not come are -1, and those that came are the caller's to close.
ssize_t tt_apart_receive(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptors,
                         int timeout);

/// Ends a process and waits until it is gone, so that no zombie stays. Returns its wait status, -1 if that is not known.
int tt_apart_end(pid_t process);

/// Memory for both processes: no file, of a size that nobody can change. What a process apart gets `read_only` it can never
/// write to. Returns the mapping, or NULL and errno.
void *_Nullable tt_apart_memory(size_t size, bool read_only, int *_Nonnull descriptor);

/// Maps memory that came from the other process; NULL if it is no sealed memory of at least that size.
void *_Nullable tt_apart_map(int descriptor, size_t size, bool writable);

/// Builds the walls around the process that calls this: no file, socket, program or other process can be opened, started
/// or reached from now on, no code added, and no more than `memory` bytes beside what is there now. One thread may run.
///
/// Returns 0, or the errno of the wall that this system can't build: then nothing that a stranger made may be looked at.
int tt_apart_enter(size_t memory);
