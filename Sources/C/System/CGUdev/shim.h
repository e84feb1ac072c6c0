// SPDX-License-Identifier: GPL-3.0-or-later
// libgudev. CGtk comes first so that the GLib types stay CGtk's.
#pragma once
#include "../CGtk/shim.h"
#include <gudev/gudev.h>
