// PipeWire's client library, for CPipeWireShims alone: Swift sees what that offers.
#pragma once
#include <pipewire/pipewire.h>
