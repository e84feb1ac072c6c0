// libcanberra: event sounds from the desktop's sound theme.
#pragma once
#include <canberra.h>
