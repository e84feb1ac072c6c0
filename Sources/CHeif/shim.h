// libheif.
#pragma once
#include <libheif/heif.h>
// malloc_trim, for what x265 leaves behind.
#include <malloc.h>
