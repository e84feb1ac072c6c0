// libexif.
#pragma once
#include <libexif/exif-data.h>
#include <libexif/exif-content.h>
#include <libexif/exif-mem.h>
