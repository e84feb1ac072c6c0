// SPDX-License-Identifier: GPL-3.0-or-later
// The C library's header for extended attributes, which Swift's Glibc leaves out.
#pragma once
#include <sys/xattr.h>
