// SPDX-License-Identifier: GPL-3.0-or-later
#include "merging.h"

// The compiler fuses no multiplication with an addition, which would round differently.
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__) && defined(__ELF__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

// Keys' kernel of fourth order, by the distance from the sample: up to 1, to 2, to 3.
static inline float near(float s) { return ((4.0f / 3 * s - 7.0f / 3) * s) * s + 1; }
static inline float middle(float s) { return ((-7.0f / 12 * s + 3) * s - 59.0f / 12) * s + 2.5f; }
static inline float far(float s) { return ((1.0f / 12 * s - 2.0f / 3) * s + 7.0f / 4) * s - 1.5f; }

FOR_EACH_PROCESSOR
void tt_merging_taps(float begin, float step, int count, float *restrict wholes, float *restrict weights) {
    float *restrict w0 = weights, *restrict w1 = w0 + count, *restrict w2 = w1 + count;
    float *restrict w3 = w2 + count, *restrict w4 = w3 + count, *restrict w5 = w4 + count;
    for (int i = 0; i < count; i++) {
        float place = begin + step * (float)i;
        // Adding and taking away 1.5 · 2²³ rounds.
        float whole = (place - 0.5f + 12582912.0f) - 12582912.0f;
        float f = place - whole;
        wholes[i] = whole;
        w0[i] = far(f + 2);
        w1[i] = middle(f + 1);
        w2[i] = near(f);
        w3[i] = near(1 - f);
        w4[i] = middle(2 - f);
        w5[i] = far(3 - f);
    }
}

FOR_EACH_PROCESSOR
void tt_merging_filter(const float *const rows[6], const float *weights, long stride, int count,
                       float *restrict target) {
    const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3], *r4 = rows[4], *r5 = rows[5];
    const float *w0 = weights, *w1 = w0 + stride, *w2 = w1 + stride;
    const float *w3 = w2 + stride, *w4 = w3 + stride, *w5 = w4 + stride;
    for (int i = 0; i < count; i++) {
        float early = w0[i] * r0[i] + w1[i] * r1[i] + w2[i] * r2[i];
        float late = w3[i] * r3[i] + w4[i] * r4[i] + w5[i] * r5[i];
        target[i] = early + late;
    }
}
