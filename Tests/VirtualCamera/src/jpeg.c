// SPDX-License-Identifier: GPL-3.0-or-later
/// Compression with libjpeg, one restart interval per row of blocks, and splicing.
#include "jpeg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { QUALITY = 85 };

static void configure(struct jpeg_compress_struct *encoder, const struct planes *planes, uint32_t height) {
    encoder->image_width = planes->width;
    encoder->image_height = height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, QUALITY, TRUE);
    encoder->raw_data_in = TRUE;
    encoder->dct_method = JDCT_IFAST;
    encoder->restart_in_rows = 1;
    encoder->comp_info[0].h_samp_factor = 2;
    encoder->comp_info[0].v_samp_factor = 1;
    for (int component = 1; component < 3; component++)
        encoder->comp_info[component].h_samp_factor = encoder->comp_info[component].v_samp_factor = 1;
}

static void write_rows(struct jpeg_compress_struct *encoder, const struct planes *planes) {
    JSAMPROW y[8], u[8], v[8];
    JSAMPARRAY rows[3] = {y, u, v};
    while (encoder->next_scanline < encoder->image_height) {
        for (uint32_t line = 0; line < 8; line++) {
            size_t at = encoder->next_scanline + line;
            y[line] = planes->y + at * planes->stride;
            u[line] = planes->u + at * planes->stride / 2;
            v[line] = planes->v + at * planes->stride / 2;
        }
        jpeg_write_raw_data(encoder, rows, 8);
    }
}

/// Finds the start of the entropy-coded data and cuts it at RSTn and EOI.
static bool cut(struct jpeg *jpeg, uint32_t height) {
    uint8_t *bytes = jpeg->bytes;
    size_t at = 2;
    while (at + 4 < jpeg->size && bytes[at + 1] != 0xda)
        at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
    at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
    uint32_t rows = (height + 7) / 8;
    free(jpeg->row);
    jpeg->row = malloc((rows + 1) * sizeof *jpeg->row);
    jpeg->row[0] = at;
    for (jpeg->row_count = 0; jpeg->row_count < rows && at + 1 < jpeg->size;) {
        const uint8_t *mark = memchr(bytes + at, 0xff, jpeg->size - at - 1);
        if (!mark) return false;
        at = (size_t)(mark - bytes) + 2;
        if (mark[1] >= 0xd0 && mark[1] <= 0xd9) jpeg->row[++jpeg->row_count] = mark[1] == 0xd9 ? at - 2 : at;
    }
    return jpeg->row_count == rows;
}

bool jpeg_compress(struct jpeg *jpeg, const struct planes *planes, uint32_t height) {
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct encoder = {.err = jpeg_std_error(&errors)};
    unsigned long size = 0;
    free(jpeg->bytes);
    jpeg->bytes = NULL;
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &jpeg->bytes, &size);
    configure(&encoder, planes, height);
    jpeg_start_compress(&encoder, TRUE);
    write_rows(&encoder, planes);
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    jpeg->size = size;
    return cut(jpeg, height);
}

size_t jpeg_splice(const struct jpeg *background, const struct jpeg *strip, uint32_t first, uint8_t *out,
                   size_t capacity) {
    uint32_t behind = first + strip->row_count;
    size_t before = background->row[first];
    size_t middle = strip->row[strip->row_count] - strip->row[0] + 2;
    size_t after = background->size - background->row[behind];
    if (before + middle + after > capacity) return 0;
    memcpy(out, background->bytes, before);
    size_t at = before;
    for (uint32_t row = 0; row < strip->row_count; row++) {
        bool last = row + 1 == strip->row_count;
        size_t length = strip->row[row + 1] - strip->row[row] - (last ? 0 : 2);
        memcpy(out + at, strip->bytes + strip->row[row], length);
        at += length;
        if (behind < background->row_count || !last) {
            out[at++] = 0xff; // the marker counts on from the background's
            out[at++] = (uint8_t)(0xd0 | ((first + row) & 7));
        }
    }
    memcpy(out + at, background->bytes + background->row[behind], after);
    return at + after;
}

void jpeg_free(struct jpeg *jpeg) {
    free(jpeg->bytes);
    free(jpeg->row);
    *jpeg = (struct jpeg){0};
}
