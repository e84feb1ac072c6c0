// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_planes.h"

#include <epoxy/gl.h>

#include "tt_newer.h"

/// Pictures that GTK may hold at once: on the screen, in the frame that is drawn, and the next.
#define OUTPUTS 4

typedef struct {
    TtPainter *painter;
    GLuint texture;
    GLsync done;
    int width, height;
    gboolean is_in_use;
} Output;

typedef struct {
    GLuint texture;
    GLenum format;
    int width, height;
} Input;

struct TtPainter {
    GdkGLContext *context;
    GLuint program, vertices, framebuffer;
    GLint max_size;
    GLint mirror, chroma, gain, offset, blue, red, pick[3], bias;
    /// Luma, and one or two planes of chroma; the last may repeat the second.
    Input inputs[3];
    Output outputs[OUTPUTS];
};

/// One triangle that covers the picture. Its first line is the lowest for GL, and the uppermost for GTK.
static const char vertex_code[] = "uniform bool mirror;\n"
                                  "out vec2 place;\n"
                                  "void main() {\n"
                                  "    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
                                  "    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);\n"
                                  "    place = vec2(mirror ? 1.0 - corner.x : corner.x, corner.y);\n"
                                  "}\n";

static const char fragment_code[] =
    "uniform sampler2D planes[3];\n"
    "uniform vec4 pick[3];\n"
    "uniform vec2 chroma, blue, red;\n"
    "uniform float gain, offset, bias;\n"
    "in vec2 place;\n"
    "out vec4 color;\n"
    "void main() {\n"
    "    float y = dot(texture(planes[0], place), pick[0]) * gain + offset;\n"
    "    vec2 at = place * chroma;\n"
    "    float u = dot(texture(planes[1], at), pick[1]) - bias;\n"
    "    float v = dot(texture(planes[2], at), pick[2]) - bias;\n"
    "    color = vec4(y + red.y * v, y + blue.x * u + red.x * v, y + blue.y * u, 1.0);\n"
    "}\n";

static GLuint compile(GLenum kind, const char *code, gboolean is_es) {
    const char *parts[] = {is_es ? "#version 300 es\nprecision highp float;\n" : "#version 150\n", code};
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    return shader;
}

static gboolean link_program(TtPainter *painter) {
    gboolean is_es = gdk_gl_context_get_use_es(painter->context);
    GLuint vertex = compile(GL_VERTEX_SHADER, vertex_code, is_es);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_code, is_es);
    GLuint program = painter->program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    painter->mirror = glGetUniformLocation(program, "mirror");
    painter->chroma = glGetUniformLocation(program, "chroma");
    painter->gain = glGetUniformLocation(program, "gain");
    painter->offset = glGetUniformLocation(program, "offset");
    painter->bias = glGetUniformLocation(program, "bias");
    painter->blue = glGetUniformLocation(program, "blue");
    painter->red = glGetUniformLocation(program, "red");
    const char *picks[] = {"pick[0]", "pick[1]", "pick[2]"};
    const char *planes[] = {"planes[0]", "planes[1]", "planes[2]"};
    glUseProgram(program);
    for (int index = 0; index < 3; index++) {
        painter->pick[index] = glGetUniformLocation(program, picks[index]);
        glUniform1i(glGetUniformLocation(program, planes[index]), index);
    }
    return is_linked != 0;
}

static void set_up_texture(GLuint *texture) {
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

/// Copies a plane of `width` texels to the GPU, with mipmaps if it will be drawn at less than half its size.
static void upload(Input *input, GLenum unit, GLenum format, int width, const TtPlane *plane,
                   gboolean is_reduced) {
    int texel = format == GL_RED ? 1 : format == GL_RG ? 2 : 4;
    GLint internal = format == GL_RED ? GL_R8 : format == GL_RG ? GL_RG8 : GL_RGBA8;
    glActiveTexture(unit);
    if (!input->texture) set_up_texture(&input->texture);
    glBindTexture(GL_TEXTURE_2D, input->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, plane->stride / texel);
    if (input->format == format && input->width == width && input->height == plane->rows) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, plane->rows, format, GL_UNSIGNED_BYTE, plane->bytes);
    } else {
        glTexImage2D(GL_TEXTURE_2D, 0, internal, width, plane->rows, 0, format, GL_UNSIGNED_BYTE,
                     plane->bytes);
        input->format = format;
        input->width = width;
        input->height = plane->rows;
    }
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    if (is_reduced) glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, is_reduced ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
}

static void pick(const TtPainter *painter, const int channels[3]) {
    for (int index = 0; index < 3; index++) {
        GLfloat weights[4] = {0, 0, 0, 0};
        if (channels[index] >= 0) weights[channels[index]] = 1;
        glUniform4fv(painter->pick[index], 1, weights);
    }
}

/// Binds the textures for the fragment shader.
static void upload_planes(TtPainter *painter, const TtPlanes *source, gboolean is_reduced) {
    static const int channels[][3] = {[TT_PLANAR] = {0, 0, 0},
                                      [TT_PAIRS] = {0, 0, 1},
                                      [TT_YUYV] = {0, 1, 3},
                                      [TT_UYVY] = {1, 0, 2},
                                      [TT_GREY] = {0, -1, -1}};
    const TtPlane *planes = source->planes;
    int columns = (source->width + source->across - 1) / source->across;
    Input *inputs = painter->inputs;
    gboolean is_packed = source->arrangement == TT_YUYV || source->arrangement == TT_UYVY;
    upload(&inputs[0], GL_TEXTURE0, is_packed ? GL_RG : GL_RED, source->width, &planes[0], is_reduced);
    GLuint second = inputs[0].texture, third = second;
    if (source->arrangement == TT_PLANAR) {
        upload(&inputs[1], GL_TEXTURE1, GL_RED, columns, &planes[1], is_reduced);
        upload(&inputs[2], GL_TEXTURE2, GL_RED, columns, &planes[2], is_reduced);
        second = inputs[1].texture;
        third = inputs[2].texture;
    } else if (source->arrangement != TT_GREY) {
        upload(&inputs[1], GL_TEXTURE1, is_packed ? GL_RGBA : GL_RG, columns, &planes[is_packed ? 0 : 1],
               is_reduced);
        second = third = inputs[1].texture;
    }
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, second);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, third);
    glActiveTexture(GL_TEXTURE0);
    pick(painter, channels[source->arrangement]);
    glUniform1f(painter->bias, source->arrangement == TT_GREY ? 0 : 128 / 255.0f);
    glUniform2f(painter->chroma, (GLfloat)source->width / (GLfloat)(columns * source->across),
                source->arrangement == TT_GREY
                    ? 1
                    : (GLfloat)source->height / (GLfloat)(planes[is_packed ? 0 : 1].rows * source->down));
}

/// The matrix in libyuv's own constants, units of 1/64 and of 257 / 2^22, so that both ways of drawing give the same
/// colours.
static void set_colors(const TtPainter *painter, const TtPlanes *source) {
    static const struct {
        GLfloat blue, green_of_blue, green_of_red, red;
    } matrices[2][2] = {{{128, 25, 52, 102}, {113, 22, 46, 90}}, {{128, 14, 34, 115}, {119, 12, 30, 101}}};
    int is_full = source->is_full_range != 0;
    GLfloat gain = (GLfloat)(is_full ? 16320 : 18997) * 257 / (1 << 22);
    GLfloat offset = is_full ? 0 : -1192 / (64 * 255.0f);
    GLfloat blue = matrices[source->is_bt709 != 0][is_full].blue / 64;
    GLfloat red = matrices[source->is_bt709 != 0][is_full].red / 64;
    glUniform1f(painter->gain, gain);
    glUniform1f(painter->offset, offset);
    glUniform2f(painter->blue, -matrices[source->is_bt709 != 0][is_full].green_of_blue / 64, blue);
    glUniform2f(painter->red, -matrices[source->is_bt709 != 0][is_full].green_of_red / 64, red);
}

static Output *free_output(TtPainter *painter, int width, int height) {
    for (int index = 0; index < OUTPUTS; index++) {
        Output *output = &painter->outputs[index];
        if (output->is_in_use) continue;
        if (!output->texture) set_up_texture(&output->texture);
        glBindTexture(GL_TEXTURE_2D, output->texture);
        if (output->width != width || output->height != height)
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        output->width = width;
        output->height = height;
        return output;
    }
    return NULL;
}

static void draw(TtPainter *painter, const Output *output, gboolean is_mirrored) {
    glBindFramebuffer(GL_FRAMEBUFFER, painter->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, output->texture, 0);
    glViewport(0, 0, output->width, output->height);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glUniform1i(painter->mirror, is_mirrored);
    glBindVertexArray(painter->vertices);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

/// Draws into an output; NULL on failure. Makes the painter's context current.
static Output *paint(TtPainter *painter, const TtPlanes *source, int width, int height,
                     gboolean is_mirrored) {
    gdk_gl_context_make_current(painter->context);
    if (gdk_gl_context_get_current() != painter->context) return NULL;
    if (MAX(source->width, width) > painter->max_size || MAX(source->height, height) > painter->max_size)
        return NULL;
    while (glGetError() != GL_NO_ERROR) {
    }
    Output *output = free_output(painter, width, height);
    if (!output) return NULL;
    glUseProgram(painter->program);
    upload_planes(painter, source, source->width > 2 * width || source->height > 2 * height);
    set_colors(painter, source);
    draw(painter, output, is_mirrored);
    return glGetError() == GL_NO_ERROR ? output : NULL;
}

/// Checks a few pixels, so that a driver's faults are found before anything is shown.
static gboolean draws_right(TtPainter *painter) {
    static const unsigned char luma[] = {81, 81, 81, 81}, blue[] = {90}, red[] = {240};
    TtPlanes planes = {TT_PLANAR, 2, 2, 2, 2, FALSE, FALSE, {{luma, 2, 2}, {blue, 1, 1}, {red, 1, 1}}};
    if (!paint(painter, &planes, 2, 2, TRUE)) return FALSE;
    unsigned char found[16] = {0};
    glReadPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, found);
    for (int index = 0; index < 16; index += 4)
        if (found[index] < 252 || found[index + 1] > 3 || found[index + 2] > 3 || found[index + 3] != 255)
            return FALSE;
    return glGetError() == GL_NO_ERROR;
}

static gboolean is_drawn_by_gl(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    const char *name = renderer ? G_OBJECT_TYPE_NAME(renderer) : "";
    return g_str_equal(name, "GskGLRenderer") || g_str_equal(name, "GskNglRenderer");
}

static GdkGLContext *context_of(GtkWidget *widget) {
    GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(widget));
    GdkGLContext *context = gdk_surface_create_gl_context(surface, NULL);
    int major = 0, minor = 0;
    if (context && gdk_gl_context_realize(context, NULL)) {
        // The version is known from then on.
        gdk_gl_context_make_current(context);
        gdk_gl_context_get_version(context, &major, &minor);
    }
    if (major < 3 || (!gdk_gl_context_get_use_es(context) && major == 3 && minor < 2))
        g_clear_object(&context);
    return context;
}

TtPainter *tt_painter_new(GtkWidget *widget, gboolean *is_software) {
    GdkGLContext *context = is_drawn_by_gl(widget) ? context_of(widget) : NULL;
    if (!context) return NULL;
    TtPainter *painter = g_atomic_rc_box_new0(TtPainter);
    painter->context = context;
    const char *name = (const char *)glGetString(GL_RENDERER);
    *is_software = name && (strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "swrast"));
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &painter->max_size);
    glGenVertexArrays(1, &painter->vertices);
    glGenFramebuffers(1, &painter->framebuffer);
    if (link_program(painter) && draws_right(painter)) return painter;
    tt_painter_free(painter);
    return NULL;
}

/// With the last picture that GTK held.
static void dispose(gpointer data) {
    TtPainter *painter = data;
    gdk_gl_context_make_current(painter->context);
    if (gdk_gl_context_get_current() == painter->context) {
        for (int index = 0; index < 3; index++) glDeleteTextures(1, &painter->inputs[index].texture);
        for (int index = 0; index < OUTPUTS; index++) {
            glDeleteTextures(1, &painter->outputs[index].texture);
            if (painter->outputs[index].done) glDeleteSync(painter->outputs[index].done);
        }
        glDeleteFramebuffers(1, &painter->framebuffer);
        glDeleteVertexArrays(1, &painter->vertices);
        glDeleteProgram(painter->program);
        gdk_gl_context_clear_current();
    }
    g_object_unref(painter->context);
}

void tt_painter_free(TtPainter *painter) { g_atomic_rc_box_release_full(painter, dispose); }

static void output_released(gpointer data) {
    Output *output = data;
    output->is_in_use = FALSE;
    tt_painter_free(output->painter);
}

GdkTexture *tt_painter_paint(TtPainter *painter, const TtPlanes *planes, int width, int height,
                             gboolean is_mirrored) {
    Output *output = paint(painter, planes, width, height, is_mirrored);
    if (!output) return NULL;
    if (output->done) glDeleteSync(output->done);
    output->done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    output->painter = g_atomic_rc_box_acquire(painter);
    output->is_in_use = TRUE;
    return tt_gl_texture_new(painter->context, output->texture, width, height, output->done, output_released,
                             output);
}
