// The viewfinder's drawing area.
#pragma once
#include "../../CGtk/shim.h"
