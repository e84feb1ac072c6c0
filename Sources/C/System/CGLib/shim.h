// SPDX-License-Identifier: GPL-3.0-or-later
// GLib for C that needs nothing of GTK. No declarations for Swift: there, GLib's types are CGtk's.
#pragma once
