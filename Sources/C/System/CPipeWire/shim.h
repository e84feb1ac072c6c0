// SPDX-License-Identifier: GPL-3.0-or-later
// PipeWire's client library, for CPipeWireShims alone: Swift sees only those.
#pragma once
#include <pipewire/pipewire.h>
