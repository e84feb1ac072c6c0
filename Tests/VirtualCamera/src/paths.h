// SPDX-License-Identifier: GPL-3.0-or-later
/// Resolves paths while VCAM_DIR is set.
#ifndef VCAM_PATHS_H
#define VCAM_PATHS_H

#include "camera.h"

#include <sys/stat.h>

enum path_kind {
    PATH_OTHER,  ///< none of our business
    PATH_CAMERA, ///< the node of a plugged camera
    PATH_HIDDEN, ///< a node of the real machine, or an unplugged one: does not exist
    PATH_MOVED,  ///< below /sys, and present in our tree: use `real`
};

struct path {
    enum path_kind kind;
    struct camera *camera;
    char real[1024];
};

/// Classifies a path as given to an *at() function. Cheap for paths outside /dev and /sys.
enum path_kind path_resolve(int directory, const char *name, struct path *out);

/// Fills `out` as stat does for a node.
void path_stat(const struct camera *camera, struct stat *out);

/// Removes VCAM_DIR from the front of a path the kernel reported, so that /sys/… remains. Returns the new length.
long path_disguise(char *path, long length);

/// The node behind a socket inode, when that is an open file of one of our cameras. False otherwise.
bool path_of_inode(uint64_t inode, char node[64]);

#endif
