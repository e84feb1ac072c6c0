/// The version of Tintype; meson.build and the metainfo say the same, and a check sees to it.
nonisolated let tintypeVersion = "0.1.0"
