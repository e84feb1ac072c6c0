// GLib for C that needs nothing of GTK. No declarations for Swift: there, GLib's types are CGtk's.
#pragma once
