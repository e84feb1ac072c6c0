// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of ZXing-C++ 1.4 gives texts in UTF-8 only when asked to.
#define ZX_USE_UTF8 1
#include "tt_codes.h"

#include <ZXing/ReadBarcode.h>
#include <algorithm>
#include <vector>

using namespace ZXing;

#if __has_include(<ZXing/ReaderOptions.h>)
// Version 2 writes control characters as words, such as "<ESC>", unless asked for the text as it is, and turns pictures
// from black to white by itself.
using Options = ReaderOptions;
static void complete(Options &options) { options.setTextMode(TextMode::Plain).setTryInvert(false); }
#else
using Options = DecodeHints;
// As version 2 does by itself: the letters at a Codabar's ends are part of it, and Code 39 can hold all of ASCII.
static void complete(Options &options) {
    options.setReturnCodabarStartEnd(true).setTryCode39ExtendedMode(true);
}
#endif

#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#endif
#if defined(ZXING_VERSION_MAJOR) && ZXING_VERSION_MAJOR * 100 + ZXING_VERSION_MINOR >= 203
#define TT_SINCE_2_3(part) part
#else
#define TT_SINCE_2_3(part)
#endif

static tt_code_format format_of(BarcodeFormat format) {
    switch (format) {
    case BarcodeFormat::QRCode:
        return TT_CODE_QR;
    case BarcodeFormat::MicroQRCode:
        return TT_CODE_MICRO_QR;
    case BarcodeFormat::Aztec:
        return TT_CODE_AZTEC;
    case BarcodeFormat::DataMatrix:
        return TT_CODE_DATA_MATRIX;
    case BarcodeFormat::PDF417:
        return TT_CODE_PDF417;
    case BarcodeFormat::MaxiCode:
        return TT_CODE_MAXI_CODE;
    case BarcodeFormat::EAN8:
        return TT_CODE_EAN8;
    case BarcodeFormat::EAN13:
        return TT_CODE_EAN13;
    case BarcodeFormat::UPCA:
        return TT_CODE_UPC_A;
    case BarcodeFormat::UPCE:
        return TT_CODE_UPC_E;
    case BarcodeFormat::Code39:
        return TT_CODE_39;
    case BarcodeFormat::Code93:
        return TT_CODE_93;
    case BarcodeFormat::Code128:
        return TT_CODE_128;
    case BarcodeFormat::Codabar:
        return TT_CODE_CODABAR;
    case BarcodeFormat::ITF:
        return TT_CODE_ITF;
    case BarcodeFormat::DataBar:
        return TT_CODE_DATA_BAR;
#ifdef ZX_BCF_LIST
    // Version 3 names the variant that was read, such as Model 2 of QR.
    case BarcodeFormat::ISBN:
        return TT_CODE_EAN13;
    case BarcodeFormat::RMQRCode:
        return TT_CODE_RMQR;
    case BarcodeFormat::DXFilmEdge:
        return TT_CODE_FILM_EDGE;
    default:
        return Symbology(format) == format ? TT_CODE_OTHER : format_of(Symbology(format));
#else
    case BarcodeFormat::DataBarExpanded:
        return TT_CODE_DATA_BAR;
        TT_SINCE_2_3(case BarcodeFormat::DataBarLimited : return TT_CODE_DATA_BAR;)
        TT_SINCE_2_3(case BarcodeFormat::RMQRCode : return TT_CODE_RMQR;)
        TT_SINCE_2_3(case BarcodeFormat::DXFilmEdge : return TT_CODE_FILM_EDGE;)
    default:
        return TT_CODE_OTHER;
#endif
    }
}

namespace {

/// Brightness, line after line without a gap.
struct Greys {
    int width, height;
    std::vector<uint8_t> bytes;

    Greys(int width, int height) : width(width), height(height), bytes(size_t(width) * height) {}

    uint8_t *line(int y) { return bytes.data() + size_t(width) * y; }
    const uint8_t *line(int y) const { return bytes.data() + size_t(width) * y; }
    ImageView view() const { return ImageView(bytes.data(), width, height, ImageFormat::Lum); }
};

/// BT.601's weights in 1024ths.
uint8_t luma(int red, int green, int blue) {
    return uint8_t((306 * red + 601 * green + 117 * blue + 512) >> 10);
}

Greys greys_of(const uint8_t *pixels, int width, int height, int row_stride, int pixel_stride,
               tt_pixels kind) {
    Greys greys(width, height);
    for (int y = 0; y < height; y++) {
        const uint8_t *from = pixels + ptrdiff_t(row_stride) * y;
        uint8_t *to = greys.line(y);
        for (int x = 0; x < width; x++, from += pixel_stride)
            to[x] = kind == TT_PIXELS_GREY  ? from[0]
                    : kind == TT_PIXELS_RGB ? luma(from[0], from[1], from[2])
                                            : luma(from[2], from[1], from[0]);
    }
    return greys;
}

/// Each pixel the mean of a square.
Greys smaller(const Greys &image, int factor) {
    Greys small(image.width / factor, image.height / factor);
    const int area = factor * factor;
    for (int y = 0; y < small.height; y++) {
        uint8_t *to = small.line(y);
        for (int x = 0; x < small.width; x++) {
            int sum = area / 2;
            for (int j = 0; j < factor; j++) {
                const uint8_t *from = image.line(y * factor + j) + x * factor;
                for (int i = 0; i < factor; i++) sum += from[i];
            }
            to[x] = uint8_t(sum / area);
        }
    }
    return small;
}

constexpr int smaller_factor = 2;
/// An image whose shorter side has more pixels is also read smaller: large modules with noise or print screens in them.
constexpr int large = 250;

BarcodeFormats formats_of(tt_code_group group) {
    using F = BarcodeFormat;
    switch (group) {
#ifdef ZX_BCF_LIST
    case TT_GROUP_MATRIX:
        return F::AllMatrix;
    case TT_GROUP_STACKED:
        return F::DataBar;
    default:
        return F::Codabar | F::Code39 | F::Code93 | F::Code128 | F::ITF | F::EANUPC | F::DXFilmEdge;
#else
    case TT_GROUP_MATRIX:
        return F::MatrixCodes;
    case TT_GROUP_STACKED:
        return F::DataBar | F::DataBarExpanded TT_SINCE_2_3(| F::DataBarLimited);
    default:
        return F::Codabar | F::Code39 | F::Code93 | F::Code128 | F::ITF | F::EAN8 | F::EAN13 | F::UPCA |
               F::UPCE TT_SINCE_2_3(| F::DXFilmEdge);
#endif
    }
}

/// A picture in which codes are being looked for.
class Search {
    const bool is_thorough;
    const unsigned groups;
    void *const context;
    const tt_code_group_begins begins;
    const tt_code_found found;

  public:
    int count = 0;

    Search(bool is_thorough, unsigned groups, void *context, tt_code_group_begins begins, tt_code_found found)
        : is_thorough(is_thorough), groups(groups), context(context), begins(begins), found(found) {}

    /// scale: how many of the picture's pixels one of these is wide.
    void in(const Greys &greys, int scale) {
        for (tt_code_group group : {TT_GROUP_MATRIX, TT_GROUP_LINEAR, TT_GROUP_STACKED})
            if (groups & group) in(greys, scale, group);
    }

  private:
    void in(const Greys &greys, int scale, tt_code_group group) {
        begins(context, group);
        Options options;
        // ZXing 1.4 asserts that a row of a stacked code is never compared with another, and that a bar code is not found
        // in two sizes of a picture: one code at a time, after its first row, in one size.
        const bool is_stacked = group == TT_GROUP_STACKED;
        options.setFormats(formats_of(group))
            .setTryHarder(is_thorough)
            .setTryRotate(true)
            .setTryDownscale(false)
            .setMaxNumberOfSymbols(is_stacked ? 1 : 8)
            .setMinLineCount(is_stacked ? 1 : 2);
        complete(options);
        for (const auto &result : ReadBarcodes(greys.view(), options)) {
            if (!result.isValid()) continue;
            const std::string text = result.text();
            // Version 3 keeps its Center to itself.
            PointI sum;
            for (const auto &corner : result.position()) sum += corner;
            found(context, format_of(result.format()), reinterpret_cast<const uint8_t *>(text.data()),
                  text.size(), sum.x / 4 * scale, sum.y / 4 * scale);
            count++;
        }
    }
};

} // namespace

extern "C" int tt_read_codes(const uint8_t *pixels, int width, int height, int row_stride, int pixel_stride,
                             tt_pixels kind, int thorough, unsigned groups, void *context,
                             tt_code_group_begins begins, tt_code_found found) {
    // No exception may pass into Swift.
    try {
        Search search(thorough, groups, context, begins, found);
        Greys greys = greys_of(pixels, width, height, row_stride, pixel_stride, kind);
        for (int scale = 1;; scale *= smaller_factor) {
            search.in(greys, scale);
            if (thorough) {
                // White on black.
                for (auto &grey : greys.bytes) grey = uint8_t(255 - grey);
                search.in(greys, scale);
                for (auto &grey : greys.bytes) grey = uint8_t(255 - grey);
            }
            if (std::min(greys.width, greys.height) <= large) return search.count;
            greys = smaller(greys, smaller_factor);
        }
    } catch (...) {
        return -1;
    }
}
