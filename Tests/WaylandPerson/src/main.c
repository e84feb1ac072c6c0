// SPDX-License-Identifier: GPL-3.0-or-later
// Hands and eyes at a compositor made with wlroots. They stay for as long as its standard input is open, so that the
// keyboard does not come and go, which programs would notice.
//
//     wayland-person FILE
//
// Each line of standard input is a request: words, with tabs between them, of the language of xdotool as far as it is
// about keys and the mouse, or `look LEFT TOP WIDTH HEIGHT`, or `watch LEFT TOP WIDTH HEIGHT SECONDS`, which leave pictures in
// FILE. Each is answered by a line, once the compositor has dealt with it: what was seen, and, behind a tab, what went wrong.
#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_WORDS 8192
// Seconds between characters, as xdotool has it.
#define TYPING_PAUSE 0.012

struct words {
    char *all[MOST_WORDS];
    int count, next;
};

void pause_for(double seconds) {
    struct timespec time = {.tv_sec = seconds, .tv_nsec = (seconds - (long)seconds) * 1e9};
    nanosleep(&time, NULL);
}

uint32_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool settle(struct desk *desk) { return wl_display_roundtrip(desk->display) >= 0; }

static const char *next(struct words *words) {
    return words->next < words->count ? words->all[words->next++] : "";
}

static double number(struct words *words) { return atof(next(words)); }

static bool takes(struct words *words, const char *word) {
    if (words->next >= words->count || strcmp(words->all[words->next], word) != 0) return false;
    words->next++;
    return true;
}

// A chord such as "ctrl+q": its keys are pressed in this order and released in the other.
static bool chord(const char *text, bool is_pressed, bool is_released) {
    char copy[128], *keys[8], *rest = copy;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *key; count < 8 && (key = strtok_r(rest, "+", &rest));) keys[count++] = key;
    for (int i = 0; is_pressed && i < count; i++)
        if (!keyboard_key(keys[i], true)) return false;
    for (int i = count - 1; is_released && i >= 0; i--)
        if (!keyboard_key(keys[i], false)) return false;
    return count > 0;
}

static bool is_command(const char *word) {
    static const char *const known[] = {
        "key",   "keydown", "keyup", "type",  "mousemove", "mousemove_relative", "mousedown", "mouseup",
        "click", "sleep",   "look",  "watch", "scroll"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(word, known[i]) == 0) return true;
    return false;
}

static bool keys(struct words *words) {
    do {
        if (!chord(next(words), true, true)) return false;
        // As xdotool does between keys.
        pause_for(TYPING_PAUSE);
    } while (words->next < words->count && !is_command(words->all[words->next]));
    return true;
}

static bool type(struct words *words) {
    double pause = takes(words, "--delay") ? number(words) / 1000 : TYPING_PAUSE;
    return keyboard_type(next(words), pause);
}

static bool click(struct words *words) {
    int times = takes(words, "--repeat") ? number(words) : 1;
    double pause = takes(words, "--delay") ? number(words) / 1000 : 0;
    int button = number(words);
    for (int i = 0; i < times; i++) {
        if (!pointer_button(button, true) || !pointer_button(button, false)) return false;
        if (i + 1 < times) pause_for(pause);
    }
    return true;
}

static bool move(struct words *words, void (*moved)(double, double)) {
    takes(words, "--");
    double x = number(words);
    moved(x, number(words));
    return true;
}

static bool see(struct words *words, bool is_long) {
    int left = number(words), top = number(words), width = number(words), height = number(words);
    return is_long ? eye_watch(left, top, width, height, number(words)) : eye_look(left, top, width, height);
}

static bool obey(struct words *words) {
    const char *word = next(words);
    if (strcmp(word, "key") == 0) return keys(words);
    if (strcmp(word, "keydown") == 0) return chord(next(words), true, false);
    if (strcmp(word, "keyup") == 0) return chord(next(words), false, true);
    if (strcmp(word, "type") == 0) return type(words);
    if (strcmp(word, "mousemove") == 0) return move(words, pointer_move);
    if (strcmp(word, "mousemove_relative") == 0) return move(words, pointer_move_by);
    if (strcmp(word, "mousedown") == 0) return pointer_button(number(words), true);
    if (strcmp(word, "mouseup") == 0) return pointer_button(number(words), false);
    if (strcmp(word, "click") == 0) return click(words);
    if (strcmp(word, "scroll") == 0) return move(words, pointer_scroll);
    if (strcmp(word, "sleep") == 0) return pause_for(number(words)), true;
    if (strcmp(word, "look") == 0) return see(words, false);
    if (strcmp(word, "watch") == 0) return see(words, true);
    return false;
}

static void answer(struct desk *desk, char *line) {
    struct words words = {0};
    line[strcspn(line, "\n")] = '\0';
    for (char *word; words.count < MOST_WORDS && (word = strsep(&line, "\t"));)
        words.all[words.count++] = word;
    while (words.next < words.count) {
        int at = words.next;
        if (!obey(&words)) {
            printf("\terror at “%s”, word %d\n", words.all[at], at);
            return;
        }
    }
    puts(settle(desk) ? "" : "\terror: the compositor has gone");
}

static void on_mode(void *data, struct wl_output *output, uint32_t flags, int width, int height,
                    int refresh) {
    struct desk *desk = data;
    if (flags & WL_OUTPUT_MODE_CURRENT) desk->width = width, desk->height = height;
}

static void on_geometry(void *data, struct wl_output *output, int x, int y, int width, int height,
                        int subpixel, const char *make, const char *model, int transform) {}

static const struct wl_output_listener output_listener = {.geometry = on_geometry, .mode = on_mode};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                      uint32_t version) {
    struct desk *desk = data;
#define WANT(member, kind, least) \
    if (strcmp(interface, kind.name) == 0 && version >= least && !desk->member) \
        desk->member = wl_registry_bind(registry, name, &kind, least);
    WANT(seat, wl_seat_interface, 1)
    WANT(output, wl_output_interface, 1)
    WANT(shm, wl_shm_interface, 1)
    WANT(keyboards, zwp_virtual_keyboard_manager_v1_interface, 1)
    WANT(pointers, zwlr_virtual_pointer_manager_v1_interface, 1)
    WANT(copies, zwlr_screencopy_manager_v1_interface, 3)
#undef WANT
}

static void on_removed(void *data, struct wl_registry *registry, uint32_t name) {}

static const struct wl_registry_listener registry_listener = {.global = on_global,
                                                              .global_remove = on_removed};

static bool sit_down(struct desk *desk, const char *path) {
    desk->display = wl_display_connect(NULL);
    if (!desk->display) return false;
    wl_registry_add_listener(wl_display_get_registry(desk->display), &registry_listener, desk);
    if (!settle(desk) || !desk->seat || !desk->output || !desk->shm || !desk->keyboards || !desk->pointers ||
        !desk->copies)
        return false;
    wl_output_add_listener(desk->output, &output_listener, desk);
    return settle(desk) && desk->width > 0 && keyboard_open(desk) && pointer_open(desk) &&
           eye_open(desk, path);
}

int main(int count, char **arguments) {
    struct desk desk = {0};
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (count != 2 || !sit_down(&desk, arguments[1])) {
        fputs("wayland-person: the compositor is not there, or lacks what hands and eyes need\n", stderr);
        return 1;
    }
    puts("ok");
    fflush(stdout);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        answer(&desk, line);
        fflush(stdout);
    }
    return 0;
}
