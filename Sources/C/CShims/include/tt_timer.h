// SPDX-License-Identifier: GPL-3.0-or-later
// timerfd_create(2) and its relatives, which Swift's Glibc module leaves out.
#pragma once
#include <sys/timerfd.h>
