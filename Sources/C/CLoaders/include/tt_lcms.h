// SPDX-License-Identifier: GPL-3.0-or-later
// Little CMS, loaded when the first photo with a colour profile of its own is shown: GTK 4 does not load it, and most
// photos are sRGB.
#pragma once
#include <lcms2.h>

#define TT_LCMS_FUNCTIONS(X) \
    X(BuildParametricToneCurve) \
    X(CloseProfile) \
    X(CreateRGBProfile) \
    X(CreateTransform) \
    X(Create_sRGBProfile) \
    X(DeleteTransform) \
    X(DoTransform) \
    X(FreeToneCurve) \
    X(GetColorSpace) \
    X(OpenProfileFromMem)

/// The functions of Little CMS that are used, each with the type from its header.
typedef struct {
#define TT_LCMS_MEMBER(name) __typeof__(&cms##name) _Nonnull name;
    TT_LCMS_FUNCTIONS(TT_LCMS_MEMBER)
#undef TT_LCMS_MEMBER
} TtLcms;

/// Little CMS, loaded by the first call and never unloaded; NULL if there is none. Thread-safe.
const TtLcms *_Nullable tt_lcms(void);
