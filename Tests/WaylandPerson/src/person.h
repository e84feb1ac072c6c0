// SPDX-License-Identifier: GPL-3.0-or-later
// A person at a compositor: keys, a pointer, and eyes.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <wayland-client.h>

#include "virtual-keyboard-unstable-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

struct desk {
    struct wl_display *display;
    struct wl_seat *seat;
    struct wl_output *output;
    struct wl_shm *shm;
    struct zwp_virtual_keyboard_manager_v1 *keyboards;
    struct zwlr_virtual_pointer_manager_v1 *pointers;
    struct zwlr_screencopy_manager_v1 *copies;
    // The output's mode, in device pixels.
    int width, height;
};

/// Milliseconds of the clock that events carry.
uint32_t now_ms(void);

/// Sends what was asked for and waits until the compositor has dealt with it.
bool settle(struct desk *desk);

bool keyboard_open(struct desk *desk);
/// Presses or releases a key by its X name; a character on the upper half of a key brings Shift along.
bool keyboard_key(const char *name, bool down);
/// Types ASCII text.
bool keyboard_type(const char *text, double pause);

bool pointer_open(struct desk *desk);
void pointer_move(double x, double y);
void pointer_move_by(double x, double y);
/// By X's numbers: 1 to 3 are buttons, 4 to 7 are turns of the wheel.
bool pointer_button(int number, bool down);
/// Two fingers on a touchpad scroll by logical pixels, right and down; by nothing: they leave it.
void pointer_scroll(double x, double y);

/// Opens the file for requested pictures.
bool eye_open(struct desk *desk, const char *path);
/// Leaves a picture of an area, in logical pixels, at the file's beginning and prints "WIDTH HEIGHT STRIDE".
bool eye_look(int left, int top, int width, int height);
/// Leaves each new picture of an area behind the one before and prints "WIDTH HEIGHT STRIDE NS…": when each was presented.
bool eye_watch(int left, int top, int width, int height, double seconds);

void pause_for(double seconds);
