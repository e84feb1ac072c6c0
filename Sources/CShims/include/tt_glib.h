// GLib and GObject calls that are macros, variadic, or need a C function of a certain shape.
#pragma once
#include "../../CGtk/shim.h"
