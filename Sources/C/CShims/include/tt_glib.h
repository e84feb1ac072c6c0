// SPDX-License-Identifier: GPL-3.0-or-later
// GLib and GObject calls that are macros, variadic, or need a C function of a certain shape.
#pragma once
#include "../../System/CGtk/shim.h"

/// Runs a signal's handler: `box` as given to tt_signal_connect, the emission's arguments (the instance first), and the
/// place for the return value (NULL for signals without one).
typedef void (*tt_signal_run)(void *box, const GValue *arguments, guint count, GValue *result);
/// Releases a box; called exactly once for each box handed over.
typedef void (*tt_box_free)(void *box);

/// Connects `box` to a signal. The box is freed when the handler is disconnected, when the object is finalized, or at
/// once when there is no such signal: then the result is 0.
gulong tt_signal_connect(gpointer instance, const char *signal, void *box, tt_signal_run run,
                         tt_box_free release);

/// Lets the default GLib main context drain libdispatch's main queue, on which Swift's main actor runs. Call once, on
/// the thread that will run the main loop, before anything is sent to the main actor.
void tt_attach_main_queue(void);

/// Runs `run(box)` on the default main context every `milliseconds`, as long as it returns true. Returns the source's id
/// for g_source_remove; `release(box)` is called when the source is destroyed.
guint tt_timeout_add(guint milliseconds, void *box, gboolean (*run)(void *box), tt_box_free release);

/// Starts an asynchronous call's answer: a GAsyncReadyCallback that hands its result to `answer` once.
typedef void (*tt_async_answer)(void *box, GObject *source, GAsyncResult *result);
void tt_async_ready(GObject *source, GAsyncResult *result, gpointer data);
/// Data for tt_async_ready. Freed by it.
gpointer tt_async_data(void *box, tt_async_answer answer);

/// g_log_structured_array with a priority, a domain, a plain message and `count` more fields, at most 8.
void tt_log(const char *domain, GLogLevelFlags level, const char *message, const char *const *names,
            const char *const *values, guint count);

/// g_object_set with one property of that type. Unknown properties are reported by GObject, not fatal.
void tt_set_string(gpointer object, const char *property, const char *value);
void tt_set_int(gpointer object, const char *property, int value);
/// g_object_get of a boolean property.
gboolean tt_get_boolean(gpointer object, const char *property);
/// g_object_get of an int property.
int tt_get_int(gpointer object, const char *property);

/// Calls `run(box)` whenever a key of a schema changes, on the calling thread's own main context; `release(box)` when the
/// result, a GSettings, is unreferenced on that thread. NULL, with the box released, if there is no such key.
typedef void (*tt_key_changed)(void *box, gboolean value);
gpointer tt_watch_boolean_key(const char *schema, const char *key, void *box, tt_key_changed run,
                              tt_box_free release);

typedef void (*tt_descriptor_ready)(void *box, int descriptor);

// Calls run on this thread's main context whenever the descriptor has the condition, until the source is destroyed,
// which releases the box. Returns the source, as a full reference.
GSource *tt_watch_descriptor(int descriptor, GIOCondition condition, void *box, tt_descriptor_ready run,
                             tt_box_free release);

/// Redirects every call to an object at `path` to a name without an owner, so that the bus itself refuses it, until
/// g_dbus_connection_remove_filter. By path, because a proxy calls a service by its unique name.
guint tt_bus_refuse_calls(GDBusConnection *bus, const char *path);

typedef void (*tt_call_failed)(void *box);

/// Calls run(box) on the default main context if the first call that this process makes to an interface from now on is
/// answered by an error, until g_dbus_connection_remove_filter, which releases the box on any thread.
guint tt_bus_watch_call(GDBusConnection *bus, const char *interface, void *box, tt_call_failed run,
                        tt_box_free release);

/// setlocale from the environment, and gettext's catalogue for a domain.
void tt_start_translation(const char *domain, const char *directory);

/// A message in the catalogue of another program, in UTF-8; the message itself if there is none.
const char *tt_translated_by(const char *domain, const char *message);

/// A new GSettings backend that stores nothing; g_object_unref it.
gpointer tt_memory_settings_new(void);
