// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_glib.h"

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
#include <libintl.h>
#include <locale.h>
#include <stdint.h>
#include <unistd.h>

// libdispatch's own hooks for foreign main loops (private/private.h in swift-corelibs-libdispatch; used by
// CoreFoundation on Linux the same way). MainLoopTests describes what to do if they change or disappear.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

typedef struct {
    GClosure closure;
    tt_signal_run run;
    tt_box_free release;
} TtClosure;

static void closure_marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments,
                            gpointer hint G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED) {
    ((TtClosure *)closure)->run(closure->data, arguments, count, result);
}

static void closure_finalize(gpointer box, GClosure *closure) { ((TtClosure *)closure)->release(box); }

gulong tt_signal_connect(gpointer instance, const char *signal, void *box, tt_signal_run run,
                         tt_box_free release) {
    GClosure *closure = g_closure_new_simple(sizeof(TtClosure), box);
    ((TtClosure *)closure)->run = run;
    ((TtClosure *)closure)->release = release;
    g_closure_set_marshal(closure, closure_marshal);
    g_closure_add_finalize_notifier(closure, box, closure_finalize);
    g_closure_ref(closure);
    g_closure_sink(closure);
    guint id;
    GQuark detail;
    gulong handler = 0;
    if (g_signal_parse_name(signal, G_OBJECT_TYPE(instance), &id, &detail, TRUE))
        handler = g_signal_connect_closure_by_id(instance, id, detail, closure, FALSE);
    g_closure_unref(closure);
    return handler;
}

static gboolean drain_main_queue(gint fd, GIOCondition condition G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED) {
    uint64_t count;
    // The eventfd must be read, or GLib spins on it. EAGAIN means that it was read already.
    (void)!read(fd, &count, sizeof count);
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

void tt_attach_main_queue(void) {
    GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
    g_source_set_callback(source, G_SOURCE_FUNC(drain_main_queue), NULL, NULL);
    // Not lower: at idle priority a busy frame clock starves the main actor.
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_name(source, "main actor");
    g_source_attach(source, NULL);
    g_source_unref(source);
}

guint tt_timeout_add(guint milliseconds, void *box, gboolean (*run)(void *box), tt_box_free release) {
    return g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, run, box, release);
}

typedef struct {
    void *box;
    tt_async_answer answer;
} AsyncData;

gpointer tt_async_data(void *box, tt_async_answer answer) {
    AsyncData *data = g_new(AsyncData, 1);
    data->box = box;
    data->answer = answer;
    return data;
}

void tt_async_ready(GObject *source, GAsyncResult *result, gpointer data) {
    AsyncData call = *(AsyncData *)data;
    g_free(data);
    call.answer(call.box, source, result);
}

// journald's numbers (syslog(3)); g_log_structured_array takes them as text.
static const char *priority(GLogLevelFlags level) {
    if (level & G_LOG_LEVEL_DEBUG) return "7";
    return level & G_LOG_LEVEL_WARNING ? "4" : "6";
}

void tt_log(const char *domain, GLogLevelFlags level, const char *message, const char *const *names,
            const char *const *values, guint count) {
    enum { OWN = 3, MOST = 8 };
    GLogField fields[OWN + MOST] = {
        {"MESSAGE", message, -1}, {"PRIORITY", priority(level), -1}, {"GLIB_DOMAIN", domain, -1}};
    guint added = MIN(count, MOST);
    for (guint index = 0; index < added; index++)
        fields[OWN + index] = (GLogField){names[index], values[index], -1};
    g_log_structured_array(level, fields, OWN + added);
}

void tt_set_string(gpointer object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}

void tt_set_int(gpointer object, const char *property, int value) {
    g_object_set(object, property, value, NULL);
}

gboolean tt_get_boolean(gpointer object, const char *property) {
    gboolean value = FALSE;
    g_object_get(object, property, &value, NULL);
    return value;
}

int tt_get_int(gpointer object, const char *property) {
    int value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

// The keyfile backend reads its file on the thread that made it, and has no lock: another thread needs one of its own.
static GSettingsBackend *own_backend(void) {
    g_autoptr(GSettingsBackend) standard = g_settings_backend_get_default();
    if (g_strcmp0(G_OBJECT_TYPE_NAME(standard), "GKeyfileSettingsBackend") != 0)
        return g_steal_pointer(&standard);
    g_autofree char *path =
        g_build_filename(g_get_user_config_dir(), "glib-2.0", "settings", "keyfile", NULL);
    return g_keyfile_settings_backend_new(path, "/", NULL);
}

typedef struct {
    void *box;
    tt_key_changed run;
    tt_box_free release;
} KeyWatch;

static void key_changed(GSettings *settings, const char *key, gpointer data) {
    KeyWatch *watch = data;
    watch->run(watch->box, g_settings_get_boolean(settings, key));
}

static void free_key_watch(gpointer data, GClosure *closure G_GNUC_UNUSED) {
    KeyWatch *watch = data;
    watch->release(watch->box);
    g_free(watch);
}

gpointer tt_watch_boolean_key(const char *name, const char *key, void *box, tt_key_changed run,
                              tt_box_free release) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *schema = source ? g_settings_schema_source_lookup(source, name, TRUE) : NULL;
    if (!schema || !g_settings_schema_has_key(schema, key)) {
        g_clear_pointer(&schema, g_settings_schema_unref);
        release(box);
        return NULL;
    }
    g_autoptr(GSettingsBackend) backend = own_backend();
    GSettings *settings = g_settings_new_full(schema, backend, NULL);
    g_settings_schema_unref(schema);
    KeyWatch *watch = g_new(KeyWatch, 1);
    *watch = (KeyWatch){box, run, release};
    g_autofree char *signal = g_strconcat("changed::", key, NULL);
    g_signal_connect_data(settings, signal, G_CALLBACK(key_changed), watch, free_key_watch, 0);
    // Only a key that was read is watched.
    run(box, g_settings_get_boolean(settings, key));
    return settings;
}

typedef struct {
    void *box;
    tt_descriptor_ready run;
    tt_box_free release;
} DescriptorWatch;

static gboolean descriptor_ready(gint descriptor, GIOCondition condition G_GNUC_UNUSED, gpointer data) {
    DescriptorWatch *watch = data;
    watch->run(watch->box, descriptor);
    return G_SOURCE_CONTINUE;
}

static void free_descriptor_watch(gpointer data) {
    DescriptorWatch *watch = data;
    watch->release(watch->box);
    g_free(watch);
}

GSource *tt_watch_descriptor(int descriptor, GIOCondition condition, void *box, tt_descriptor_ready run,
                             tt_box_free release) {
    DescriptorWatch *watch = g_new(DescriptorWatch, 1);
    *watch = (DescriptorWatch){box, run, release};
    GSource *source = g_unix_fd_source_new(descriptor, condition);
    g_source_set_callback(source, G_SOURCE_FUNC(descriptor_ready), watch, free_descriptor_watch);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

static GDBusMessage *refuse_calls(GDBusConnection *bus G_GNUC_UNUSED, GDBusMessage *message,
                                  gboolean is_incoming, gpointer path) {
    if (is_incoming || g_dbus_message_get_message_type(message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL ||
        g_strcmp0(g_dbus_message_get_path(message), path) != 0)
        return message;
    GDBusMessage *copy = g_dbus_message_copy(message, NULL);
    if (!copy) return message;
    g_dbus_message_set_destination(copy, "io.github.tintype.Tintype.Refused");
    g_object_unref(message);
    return copy;
}

guint tt_bus_refuse_calls(GDBusConnection *bus, const char *path) {
    return g_dbus_connection_add_filter(bus, refuse_calls, g_strdup(path), g_free);
}

typedef struct {
    char *interface;
    /// Of the first call; 0 before it. Filters run on the connection's own thread only.
    guint32 serial;
    void *box;
    tt_call_failed run;
    tt_box_free release;
} CallWatch;

static void free_call_watch(gpointer data) {
    CallWatch *watch = data;
    watch->release(watch->box);
    g_free(watch->interface);
}

static void release_call_watch(gpointer watch) { g_atomic_rc_box_release_full(watch, free_call_watch); }

static gboolean call_failed(gpointer data) {
    CallWatch *watch = data;
    watch->run(watch->box);
    return G_SOURCE_REMOVE;
}

static GDBusMessage *watch_call(GDBusConnection *bus G_GNUC_UNUSED, GDBusMessage *message,
                                gboolean is_incoming, gpointer data) {
    CallWatch *watch = data;
    GDBusMessageType type = g_dbus_message_get_message_type(message);
    if (!is_incoming && !watch->serial && type == G_DBUS_MESSAGE_TYPE_METHOD_CALL &&
        g_strcmp0(g_dbus_message_get_interface(message), watch->interface) == 0)
        watch->serial = g_dbus_message_get_serial(message);
    if (is_incoming && watch->serial && type == G_DBUS_MESSAGE_TYPE_ERROR &&
        g_dbus_message_get_reply_serial(message) == watch->serial)
        g_idle_add_full(G_PRIORITY_DEFAULT, call_failed, g_atomic_rc_box_acquire(watch), release_call_watch);
    return message;
}

guint tt_bus_watch_call(GDBusConnection *bus, const char *interface, void *box, tt_call_failed run,
                        tt_box_free release) {
    CallWatch *watch = g_atomic_rc_box_new(CallWatch);
    *watch = (CallWatch){g_strdup(interface), 0, box, run, release};
    return g_dbus_connection_add_filter(bus, watch_call, watch, release_call_watch);
}

void tt_start_translation(const char *domain, const char *directory) {
    setlocale(LC_ALL, "");
    bindtextdomain(domain, directory);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}

const char *tt_translated_by(const char *domain, const char *message) {
    bind_textdomain_codeset(domain, "UTF-8");
    return g_dgettext(domain, message);
}

gpointer tt_memory_settings_new(void) { return g_memory_settings_backend_new(); }
