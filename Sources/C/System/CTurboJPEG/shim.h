// SPDX-License-Identifier: GPL-3.0-or-later
// libjpeg-turbo, TurboJPEG interface.
#pragma once
#include <turbojpeg.h>
