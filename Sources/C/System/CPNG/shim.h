// SPDX-License-Identifier: GPL-3.0-or-later
// libpng, its simplified interface: no call of it leaves by a long jump.
#pragma once
#include <png.h>
