// SPDX-License-Identifier: GPL-3.0-or-later
// libcanberra: event sounds from the desktop's sound theme.
#pragma once
#include <canberra.h>
