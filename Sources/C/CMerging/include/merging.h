// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops of Merging, once for each kind of processor: Swift can't say that a function is compiled for several. All
// give the same bits on all of them.
#pragma once

// The weights of Keys' kernel of six samples for places that begin at `begin` and are `step` apart: six rows of `count`, and the
// sample before each place in `wholes`. Places are within ±2²².
void tt_merging_taps(float begin, float step, int count, float *wholes, float *weights);

// target[i] = Σ weights[k·stride + i] · rows[k][i], k = 0…5.
void tt_merging_filter(const float *const rows[6], const float *weights, long stride, int count,
                       float *target);
