// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// The tests that run GLib's main loop, of which a process has one.
@Suite(.serialized) struct OneAtATime {}
