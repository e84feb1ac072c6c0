// SPDX-License-Identifier: GPL-3.0-or-later
/// The version of Tintype; a check compares it with meson.build and the metainfo.
nonisolated let tintypeVersion = "0.1.0"
