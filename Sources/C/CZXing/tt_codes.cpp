// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of ZXing-C++ 1.4 gives texts in UTF-8 only when asked to.
#define ZX_USE_UTF8 1
#include "tt_codes.h"

#include <ZXing/ReadBarcode.h>

using namespace ZXing;

#if __has_include(<ZXing/ReaderOptions.h>)
// Version 2 writes control characters as words, such as "<ESC>", unless asked for the text as it is.
using Options = ReaderOptions;
static void ask_for_plain_text(Options &options) { options.setTextMode(TextMode::Plain); }
#else
using Options = DecodeHints;
static void ask_for_plain_text(Options &) {}
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
    default:
        return Symbology(format) == format ? TT_CODE_OTHER : format_of(Symbology(format));
#else
    case BarcodeFormat::DataBarExpanded:
        return TT_CODE_DATA_BAR;
    default:
        return TT_CODE_OTHER;
#endif
    }
}

static ImageFormat image_format(tt_pixels kind) {
    return kind == TT_PIXELS_RGB   ? ImageFormat::RGB
           : kind == TT_PIXELS_BGR ? ImageFormat::BGR
                                   : ImageFormat::Lum;
}

extern "C" int tt_read_codes(const uint8_t *pixels, int width, int height, int row_stride, int pixel_stride,
                             tt_pixels kind, int thorough, void *context, tt_code_found found) {
    // No exception may pass into Swift.
    try {
        Options options;
        options.setTryHarder(thorough).setTryRotate(thorough).setMaxNumberOfSymbols(8).setMinLineCount(4);
        ask_for_plain_text(options);
        ImageView image(pixels, width, height, image_format(kind), row_stride, pixel_stride);
        int count = 0;
        for (const auto &result : ReadBarcodes(image, options)) {
            if (!result.isValid()) continue;
            const std::string text = result.text();
            // Version 3 keeps its Center to itself.
            PointI sum;
            for (const auto &corner : result.position()) sum += corner;
            found(context, format_of(result.format()), reinterpret_cast<const uint8_t *>(text.data()),
                  text.size(), sum.x / 4, sum.y / 4);
            count++;
        }
        return count;
    } catch (...) {
        return -1;
    }
}
