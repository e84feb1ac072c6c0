// SPDX-License-Identifier: GPL-3.0-or-later
// A mouse. Where it is counts in the output's device pixels, as a picture of the screen does.
#include "person.h"

#include <linux/input-event-codes.h>

// How far a notch of the wheel scrolls, as libinput tells it.
#define NOTCH 15

static struct zwlr_virtual_pointer_v1 *pointer;
static struct desk *at;
static double x_now, y_now;

bool pointer_open(struct desk *desk) {
    at = desk;
    pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(desk->pointers, desk->seat);
    return settle(desk);
}

static void frame(void) {
    zwlr_virtual_pointer_v1_frame(pointer);
    wl_display_flush(at->display);
}

void pointer_move(double x, double y) {
    // Sixteenths of a pixel: at a fractional scale a position within one matters.
    const int fine = 16;
    x_now = x, y_now = y;
    zwlr_virtual_pointer_v1_motion_absolute(pointer, now_ms(), x < 0 ? 0 : x * fine, y < 0 ? 0 : y * fine,
                                            at->width * fine, at->height * fine);
    frame();
}

void pointer_move_by(double x, double y) { pointer_move(x_now + x, y_now + y); }

static void turn(uint32_t axis, int direction) {
    zwlr_virtual_pointer_v1_axis_source(pointer, WL_POINTER_AXIS_SOURCE_WHEEL);
    zwlr_virtual_pointer_v1_axis_discrete(pointer, now_ms(), axis, wl_fixed_from_int(direction * NOTCH),
                                          direction);
    frame();
}

void pointer_scroll(double x, double y) {
    const uint32_t axes[] = {WL_POINTER_AXIS_HORIZONTAL_SCROLL, WL_POINTER_AXIS_VERTICAL_SCROLL};
    const double ways[] = {x, y};
    const bool is_over = x == 0 && y == 0;
    for (int i = 0; i < 2; i++) {
        if (ways[i] == 0 && !is_over) continue;
        zwlr_virtual_pointer_v1_axis_source(pointer, WL_POINTER_AXIS_SOURCE_FINGER);
        // Fingers that move nothing have left the touchpad.
        if (is_over)
            zwlr_virtual_pointer_v1_axis_stop(pointer, now_ms(), axes[i]);
        else
            zwlr_virtual_pointer_v1_axis(pointer, now_ms(), axes[i], wl_fixed_from_double(ways[i]));
        // wlroots 0.15 mixes up two axes in one frame.
        frame();
    }
}

bool pointer_button(int number, bool down) {
    static const uint32_t buttons[] = {BTN_LEFT, BTN_MIDDLE, BTN_RIGHT};
    if (number < 1 || number > 7) return false;
    if (number > 3) {
        // A turn is over at once.
        if (down)
            turn(number > 5 ? WL_POINTER_AXIS_HORIZONTAL_SCROLL : WL_POINTER_AXIS_VERTICAL_SCROLL,
                 number % 2 ? 1 : -1);
        return true;
    }
    zwlr_virtual_pointer_v1_button(pointer, now_ms(), buttons[number - 1],
                                   down ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
    frame();
    return true;
}
