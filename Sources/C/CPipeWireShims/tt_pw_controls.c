// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pw_offers.h"
#include "tt_pw_private.h"

#include <math.h>
#include <spa/param/props.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>

/// More entries than any menu has.
#define LIMIT 128

const uint32_t tt_pw_first_custom = SPA_PROP_START_CUSTOM;
const uint32_t tt_pw_brightness = SPA_PROP_brightness, tt_pw_contrast = SPA_PROP_contrast,
               tt_pw_saturation = SPA_PROP_saturation, tt_pw_hue = SPA_PROP_hue, tt_pw_gamma = SPA_PROP_gamma,
               tt_pw_exposure = SPA_PROP_exposure, tt_pw_gain = SPA_PROP_gain,
               tt_pw_sharpness = SPA_PROP_sharpness;

/// Reads a numeric value of any kind.
static bool number(const struct spa_pod *pod, int64_t *value) {
    bool boolean;
    int32_t integer;
    float real;
    double wide;
    if (spa_pod_get_bool(pod, &boolean) == 0) {
        *value = boolean;
    } else if (spa_pod_get_int(pod, &integer) == 0) {
        *value = integer;
    } else if (spa_pod_get_long(pod, value) == 0) {
    } else if (spa_pod_get_float(pod, &real) == 0 && isfinite(real) && fabsf(real) < 1e9f) {
        *value = llrintf(real * 1000);
    } else if (spa_pod_get_double(pod, &wide) == 0 && isfinite(wide) && fabs(wide) < 1e9) {
        *value = llrint(wide * 1000);
    } else {
        return false;
    }
    return true;
}

/// The value at `index` of a choice, whose values follow each other without headers.
static bool nth(const struct spa_pod *first, uint32_t index, int64_t *value) {
    struct {
        struct spa_pod pod;
        char body[8];
    } copy = {.pod = *first};
    if (first->size > sizeof copy.body) return false;
    memcpy(copy.body, SPA_PTROFF(SPA_POD_BODY_CONST(first), index * first->size, void), first->size);
    return number(&copy.pod, value);
}

/// Pairs of a value and its name.
static uint32_t read_menu(const struct spa_pod *labels, int64_t *entries, const char **names) {
    struct spa_pod_parser parser;
    struct spa_pod_frame frame;
    uint32_t count = 0;
    spa_pod_parser_pod(&parser, labels);
    if (spa_pod_parser_push_struct(&parser, &frame) < 0) return 0;
    while (count < LIMIT) {
        struct spa_pod *value;
        const char *name;
        if (spa_pod_parser_get_pod(&parser, &value) < 0 || spa_pod_parser_get_string(&parser, &name) < 0)
            break;
        if (number(value, &entries[count])) names[count++] = name;
    }
    return count;
}

static bool read_range(TtPwControl *control, const struct spa_pod *type) {
    uint32_t count, choice;
    const struct spa_pod *first = tt_pw_alternatives(type, &count, &choice);
    if (count < 1) return false;
    control->kind = first->type == SPA_TYPE_Bool ? TT_PW_BOOLEAN : TT_PW_INTEGER;
    control->is_real = first->type == SPA_TYPE_Float || first->type == SPA_TYPE_Double;
    control->step = 1;
    if (!nth(first, 0, &control->standard)) return false;
    if (control->kind == TT_PW_BOOLEAN) {
        control->maximum = 1;
        return true;
    }
    if (choice == SPA_CHOICE_Enum) return control->entry_count > 0;
    if ((choice != SPA_CHOICE_Range && choice != SPA_CHOICE_Step) || count < 3) return false;
    if (choice == SPA_CHOICE_Step && count > 3) nth(first, 3, &control->step);
    return nth(first, 1, &control->minimum) && nth(first, 2, &control->maximum);
}

void tt_pw_read_control(const struct spa_pod *pod, const TtPwNodeEvents *events) {
    int64_t entries[LIMIT];
    const char *names[LIMIT];
    const char *name = NULL, *description = NULL;
    const struct spa_pod *type = NULL, *labels = NULL;
    TtPwControl control = {0};
    int found = spa_pod_parse_object(
        pod, SPA_TYPE_OBJECT_PropInfo, NULL, SPA_PROP_INFO_id, SPA_POD_Id(&control.id), SPA_PROP_INFO_name,
        SPA_POD_OPT_String(&name), SPA_PROP_INFO_description, SPA_POD_OPT_String(&description),
        SPA_PROP_INFO_type, SPA_POD_PodChoice(&type), SPA_PROP_INFO_labels, SPA_POD_OPT_PodStruct(&labels));
    if (found < 0 || !type) return;
    if (labels) control.entry_count = read_menu(labels, entries, names);
    if (!read_range(&control, type)) return;
    if (control.entry_count) control.kind = TT_PW_MENU;
    control.entries = entries;
    control.entry_names = names;
    control.description = description ? description : name ? name : "";
    events->control(events->box, &control);
}

void tt_pw_read_values(const struct spa_pod *pod, const TtPwNodeEvents *events) {
    if (!spa_pod_is_object_type(pod, SPA_TYPE_OBJECT_Props)) return;
    const struct spa_pod_prop *prop;
    SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)pod, prop) {
        int64_t value;
        if (number(&prop->value, &value)) events->value(events->box, prop->key, value);
    }
}
