// libjpeg-turbo, TurboJPEG interface.
#pragma once
#include <turbojpeg.h>
