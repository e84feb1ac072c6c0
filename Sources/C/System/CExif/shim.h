// SPDX-License-Identifier: GPL-3.0-or-later
// libexif.
#pragma once
#include <libexif/exif-data.h>
#include <libexif/exif-content.h>
#include <libexif/exif-mem.h>
