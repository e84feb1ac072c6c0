// SPDX-License-Identifier: GPL-3.0-or-later
// libheif, loaded when the first photo is made or shown. It loads four codecs, which would cost every start 9 ms
// and 8 MiB; and a computer without it still takes photos, as JPEG.
#pragma once
#include <libheif/heif.h>
// malloc_trim, for memory that x265 leaves behind.
#include <malloc.h>

#define TT_HEIF_FUNCTIONS(X) \
    X(context_add_XMP_metadata) \
    X(context_add_exif_metadata) \
    X(context_alloc) \
    X(context_assign_thumbnail) \
    X(context_encode_image) \
    X(context_free) \
    X(context_get_encoder_for_format) \
    X(context_get_primary_image_handle) \
    X(context_read_from_memory_without_copy) \
    X(context_set_max_decoding_threads) \
    X(context_set_maximum_image_size_limit) \
    X(context_write) \
    X(decode_image) \
    X(decoding_options_alloc) \
    X(decoding_options_free) \
    X(encoder_release) \
    X(encoder_set_lossy_quality) \
    X(encoder_set_parameter) \
    X(encoder_set_parameter_string) \
    X(encoding_options_alloc) \
    X(encoding_options_free) \
    X(image_add_plane) \
    X(image_create) \
    X(image_get_bits_per_pixel_range) \
    X(image_get_chroma_format) \
    X(image_get_colorspace) \
    X(image_get_height) \
    X(image_get_nclx_color_profile) \
    X(image_get_plane) \
    X(image_get_plane_readonly) \
    X(image_get_width) \
    X(image_handle_get_color_profile_type) \
    X(image_handle_get_height) \
    X(image_handle_get_list_of_metadata_block_IDs) \
    X(image_handle_get_list_of_thumbnail_IDs) \
    X(image_handle_get_luma_bits_per_pixel) \
    X(image_handle_get_metadata) \
    X(image_handle_get_metadata_content_type) \
    X(image_handle_get_metadata_size) \
    X(image_handle_get_nclx_color_profile) \
    X(image_handle_get_raw_color_profile) \
    X(image_handle_get_raw_color_profile_size) \
    X(image_handle_get_thumbnail) \
    X(image_handle_get_width) \
    X(image_handle_has_alpha_channel) \
    X(image_handle_release) \
    X(image_release) \
    X(image_set_nclx_color_profile) \
    X(image_set_raw_color_profile) \
    X(nclx_color_profile_alloc) \
    X(nclx_color_profile_free) \
    X(nclx_color_profile_set_color_primaries) \
    X(nclx_color_profile_set_matrix_coefficients) \
    X(nclx_color_profile_set_transfer_characteristics)

/// The functions of libheif that are used, each with the type from its header.
typedef struct {
#define TT_HEIF_MEMBER(name) __typeof__(&heif_##name) _Nonnull name;
    TT_HEIF_FUNCTIONS(TT_HEIF_MEMBER)
#undef TT_HEIF_MEMBER
} TtHeif;

/// libheif, loaded by the first call and never unloaded. Thread-safe.
///
/// Returns NULL if there is no libheif, or one that lacks a function; `*reason` then says why, forever.
const TtHeif *_Nullable tt_heif(const char *_Nullable *_Nonnull reason);
