// SPDX-License-Identifier: GPL-3.0-or-later
// libheif.
#pragma once
#include <libheif/heif.h>
// malloc_trim, for memory that x265 leaves behind.
#include <malloc.h>
