// SPDX-License-Identifier: GPL-3.0-or-later
/// vah264enc as GStreamer's plugin `va` makes it on a computer whose graphics processor encodes, and as drivers fail.
///
/// It takes NV12, and gives H.264 as a byte stream, made by openh264enc. TINTYPE_DRIVER says how it fails:
///
///     error    at the first picture
///     late     at the fiftieth, after a trial of thirty went well
///     hang     it takes pictures and gives nothing
///     slow     a tenth of a second for each picture
///     tired    from the fiftieth on it takes 15 pictures a second
///     black    what it gives is not what it got
///
/// The build defines PACKAGE, which GStreamer's macro wants.
#include <gst/gst.h>
#include <string.h>

typedef struct {
    GstBin bin;
    GstElement *encoder;
    guint count;
} Encoder;

typedef struct {
    GstBinClass bin_class;
} EncoderClass;

enum { BITRATE = 1, KEY_FRAMES, B_FRAMES };

G_DEFINE_TYPE(Encoder, encoder, GST_TYPE_BIN)

static GstPadProbeReturn refuse(Encoder *encoder, GstPadProbeInfo *info) {
    GST_ELEMENT_ERROR(encoder, STREAM, ENCODE, ("The driver refuses"), (NULL));
    gst_buffer_unref(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_PAD_PROBE_INFO_FLOW_RETURN(info) = GST_FLOW_ERROR;
    return GST_PAD_PROBE_HANDLED;
}

static GstPadProbeReturn take(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    Encoder *encoder = data;
    const char *failure = g_getenv("TINTYPE_DRIVER");
    encoder->count += 1;
    if (g_strcmp0(failure, "error") == 0) return refuse(encoder, info);
    if (g_strcmp0(failure, "late") == 0 && encoder->count == 50) return refuse(encoder, info);
    if (g_strcmp0(failure, "hang") == 0) return GST_PAD_PROBE_DROP;
    if (g_strcmp0(failure, "slow") == 0) g_usleep(G_USEC_PER_SEC / 10);
    if (g_strcmp0(failure, "tired") == 0 && encoder->count > 50) g_usleep(G_USEC_PER_SEC / 15);
    if (g_strcmp0(failure, "black") == 0) {
        GstBuffer *black = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
        gst_buffer_memset(black, 0, 16, gst_buffer_get_size(black));
        GST_PAD_PROBE_INFO_DATA(info) = black;
    }
    return GST_PAD_PROBE_OK;
}

static void set(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
    (void)spec;
    Encoder *encoder = (Encoder *)object;
    if (property == BITRATE) g_object_set(encoder->encoder, "bitrate", g_value_get_uint(value) * 1000, NULL);
    if (property == KEY_FRAMES) g_object_set(encoder->encoder, "gop-size", g_value_get_uint(value), NULL);
}

static void encoder_class_init(EncoderClass *class) {
    G_OBJECT_CLASS(class)->set_property = set;
    const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
    // As gst-inspect lists them.
    g_object_class_install_property(G_OBJECT_CLASS(class), BITRATE,
                                    g_param_spec_uint("bitrate", "", "", 0, 2048000, 0, flags));
    g_object_class_install_property(G_OBJECT_CLASS(class), KEY_FRAMES,
                                    g_param_spec_uint("key-int-max", "", "", 0, 1024, 0, flags));
    g_object_class_install_property(G_OBJECT_CLASS(class), B_FRAMES,
                                    g_param_spec_uint("b-frames", "", "", 0, 31, 0, flags));
    gst_element_class_set_static_metadata(GST_ELEMENT_CLASS(class), "VA-API H.264 Encoder",
                                          "Codec/Encoder/Video", "Fails as drivers do", "Tintype");
}

static void add_pad(Encoder *encoder, GstElement *inner, const char *name) {
    GstPad *pad = gst_element_get_static_pad(inner, name);
    gst_element_add_pad(GST_ELEMENT(encoder), gst_ghost_pad_new(name, pad));
    if (strcmp(name, "sink") == 0) gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, take, encoder, NULL);
    gst_object_unref(pad);
}

static void encoder_init(Encoder *encoder) {
    GstElement *taken = gst_element_factory_make("capsfilter", NULL),
               *convert = gst_element_factory_make("videoconvert", NULL),
               *given = gst_element_factory_make("capsfilter", NULL);
    encoder->encoder = gst_element_factory_make("openh264enc", NULL);
    // A graphics processor leaves the others their time: without these a busy machine takes it for one that is too slow.
    gst_util_set_object_arg(G_OBJECT(encoder->encoder), "complexity", "low");
    gst_util_set_object_arg(G_OBJECT(encoder->encoder), "deblocking", "off");
    gst_util_set_object_arg(G_OBJECT(encoder->encoder), "rate-control", "off");
    g_object_set(encoder->encoder, "background-detection", FALSE, "adaptive-quantization", FALSE,
                 "scene-change-detection", FALSE, NULL);
    GstCaps *form = gst_caps_from_string("video/x-raw,format=NV12");
    g_object_set(taken, "caps", form, NULL);
    gst_caps_unref(form);
    form = gst_caps_from_string("video/x-h264,stream-format=byte-stream,alignment=au");
    g_object_set(given, "caps", form, NULL);
    gst_caps_unref(form);
    gst_bin_add_many(GST_BIN(encoder), taken, convert, encoder->encoder, given, NULL);
    gst_element_link_many(taken, convert, encoder->encoder, given, NULL);
    add_pad(encoder, taken, "sink");
    add_pad(encoder, given, "src");
}

static gboolean load(GstPlugin *plugin) {
    return gst_element_register(plugin, "vah264enc", GST_RANK_PRIMARY, encoder_get_type());
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, va, "A driver's encoder", load, "1", "GPL", PACKAGE,
                  "https://tintype.github.io")
