// SPDX-License-Identifier: GPL-3.0-or-later
// A keyboard with the American layout, whose keys are named as X names them.
#include "person.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

// The offset of xkb's key codes.
#define FIRST_CODE 8

static struct zwp_virtual_keyboard_v1 *keyboard;
static struct xkb_keymap *keymap;
static struct xkb_state *state;
static struct desk *at;

static bool send_keymap(void) {
    char *text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
    size_t size = strlen(text) + 1;
    int file = memfd_create("keymap", MFD_CLOEXEC);
    bool is_written = file >= 0 && write(file, text, size) == (ssize_t)size;
    if (is_written) zwp_virtual_keyboard_v1_keymap(keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, file, size);
    if (file >= 0) close(file);
    return is_written;
}

bool keyboard_open(struct desk *desk) {
    at = desk;
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    struct xkb_rule_names names = {.layout = "us"};
    keymap = context ? xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS) : NULL;
    state = keymap ? xkb_state_new(keymap) : NULL;
    if (!state) return false;
    keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(desk->keyboards, desk->seat);
    return send_keymap() && settle(desk);
}

static const char *full_name(const char *name) {
    static const char *const known[][2] = {{"ctrl", "Control_L"}, {"shift", "Shift_L"}, {"alt", "Alt_L"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i][0]) == 0) return known[i][1];
    return name;
}

// The key with this symbol on its lower or, with Shift, upper half; 0 if there is none.
static xkb_keycode_t code_of(xkb_keysym_t symbol, bool *needs_shift) {
    for (xkb_level_index_t level = 0; level < 2; level++) {
        for (xkb_keycode_t code = xkb_keymap_min_keycode(keymap); code <= xkb_keymap_max_keycode(keymap);
             code++) {
            const xkb_keysym_t *symbols;
            int count = xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols);
            if (count == 1 && symbols[0] == symbol) {
                *needs_shift = level == 1;
                return code;
            }
        }
    }
    return 0;
}

static void send(xkb_keycode_t code, bool down) {
    zwp_virtual_keyboard_v1_key(keyboard, now_ms(), code - FIRST_CODE,
                                down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED);
    // The compositor forwards the modifiers that it gets; it does not derive them from the keys.
    if (xkb_state_update_key(state, code, down ? XKB_KEY_DOWN : XKB_KEY_UP)) {
        zwp_virtual_keyboard_v1_modifiers(keyboard, xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
                                          xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
                                          xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED), 0);
    }
    wl_display_flush(at->display);
}

static bool press(xkb_keysym_t symbol, bool down) {
    bool needs_shift = false, unused;
    xkb_keycode_t code = code_of(symbol, &needs_shift), shift = code_of(XKB_KEY_Shift_L, &unused);
    if (!code) return false;
    if (needs_shift && down) send(shift, true);
    send(code, down);
    if (needs_shift && !down) send(shift, false);
    return true;
}

bool keyboard_key(const char *name, bool down) {
    return press(xkb_keysym_from_name(full_name(name), XKB_KEYSYM_NO_FLAGS), down);
}

bool keyboard_type(const char *text, double pause) {
    for (; *text; text++) {
        // ASCII characters are their own symbols.
        if (!press((unsigned char)*text, true) || !press((unsigned char)*text, false)) return false;
        pause_for(pause);
    }
    return true;
}
