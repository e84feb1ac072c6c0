// SPDX-License-Identifier: GPL-3.0-or-later
// gdk-pixbuf. Only for CPixbufShims: GLib's types belong to CGtk in Swift.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
