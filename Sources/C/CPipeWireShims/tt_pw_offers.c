// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pw_offers.h"
#include "tt_pw_private.h"

#include <spa/param/format.h>
#include <spa/param/format-utils.h>
#include <spa/param/video/format.h>
#include <spa/pod/iter.h>

/// More than any camera lists for a format.
#define LIMIT 128

/// The values of a property: one, or the alternatives of a choice without the default that stands before them.
typedef struct {
    const char *body;
    uint32_t size, count;
    TtPwChoice choice;
} Values;

const struct spa_pod *tt_pw_alternatives(const struct spa_pod *value, uint32_t *count, uint32_t *choice) {
    *count = 0;
    bool is_short = value->type == SPA_TYPE_Choice && value->size < sizeof(struct spa_pod_choice_body);
    return is_short ? value : spa_pod_get_values(value, count, choice);
}

static bool values_of(const struct spa_pod *object, uint32_t key, uint32_t type, uint32_t size,
                      Values *values) {
    const struct spa_pod_prop *prop = spa_pod_find_prop(object, NULL, key);
    if (!prop) return false;
    uint32_t count, choice;
    const struct spa_pod *child = tt_pw_alternatives(&prop->value, &count, &choice);
    if (count == 0 || child->type != type || child->size < size) return false;
    *values = (Values){SPA_POD_BODY_CONST(child), child->size, count, TT_PW_EACH};
    if (choice == SPA_CHOICE_Range && count >= 3) values->choice = TT_PW_RANGE;
    if (choice == SPA_CHOICE_Step && count >= 4) values->choice = TT_PW_STEPS;
    if (choice == SPA_CHOICE_None || count == 1) {
        values->count = 1;
    } else {
        values->body += values->size;
        values->count--;
    }
    if (values->count > LIMIT) values->count = LIMIT;
    return true;
}

static const void *at(const Values *values, uint32_t index) { return values->body + index * values->size; }

void tt_pw_read_offer(const struct spa_pod *pod, const TtPwNodeEvents *events) {
    uint32_t type, subtype;
    if (!spa_pod_is_object_type(pod, SPA_TYPE_OBJECT_Format) || spa_format_parse(pod, &type, &subtype) < 0 ||
        type != SPA_MEDIA_TYPE_video)
        return;
    Values sizes, rates, formats;
    if (!values_of(pod, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof(struct spa_rectangle), &sizes))
        return;
    bool has_rates =
        values_of(pod, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof(struct spa_fraction), &rates);
    TtPwSize size_list[LIMIT];
    for (uint32_t i = 0; i < sizes.count; i++) {
        const struct spa_rectangle *size = at(&sizes, i);
        size_list[i] = (TtPwSize){size->width, size->height};
    }
    TtPwRate rate_list[LIMIT];
    for (uint32_t i = 0; has_rates && i < rates.count; i++) {
        const struct spa_fraction *rate = at(&rates, i);
        rate_list[i] = (TtPwRate){rate->num, rate->denom};
    }
    TtPwOffer offer = {0,
                       sizes.choice,
                       size_list,
                       sizes.count,
                       has_rates ? rates.choice : TT_PW_EACH,
                       rate_list,
                       has_rates ? rates.count : 0};
    bool is_raw = subtype == SPA_MEDIA_SUBTYPE_raw;
    if (is_raw && !values_of(pod, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof(uint32_t), &formats)) return;
    for (uint32_t i = 0; i < (is_raw ? formats.count : 1); i++) {
        offer.fourcc = tt_pw_fourcc(subtype, is_raw ? *(const uint32_t *)at(&formats, i) : 0);
        if (offer.fourcc) events->offered(events->box, &offer);
    }
}
