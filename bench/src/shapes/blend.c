/* A tuned loop over forms as they come: a piece of the result at a time, which stays in registers. */
#include <stddef.h>

enum { PIECE = 64 };

void blend_in_pieces(const float *rows, size_t examples, size_t width, const float *weights, float *out) {
    size_t start = 0;
    for (; start + PIECE <= width; start += PIECE) {
        float sum[PIECE] = {0};
        for (size_t i = 0; i < examples; i++)
            for (size_t k = 0; k < PIECE; k++) sum[k] += weights[i] * rows[i * width + start + k];
        for (size_t k = 0; k < PIECE; k++) out[start + k] = sum[k];
    }
    for (; start < width; start++) {
        float sum = 0;
        for (size_t i = 0; i < examples; i++) sum += weights[i] * rows[i * width + start];
        out[start] = sum;
    }
}
