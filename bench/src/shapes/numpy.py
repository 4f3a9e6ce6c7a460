"""NumPy's side: float32 `w @ X` of the sizes asked for, one thread. Reads a line "examples width", answers with nanoseconds per call.

Times are taken in here, so that neither the process nor the pipe counts.
"""

import sys
from time import thread_time_ns

import numpy

MEASUREMENT = int(sys.argv[1])
print("NumPy", numpy.__version__, flush=True)
made = {}
for line in sys.stdin:
    size = tuple(int(word) for word in line.split())
    if size not in made:
        chance = numpy.random.default_rng(1)
        made[size] = (chance.random(size[0], numpy.float32), chance.random(size, numpy.float32))
    weights, forms = made[size]
    calls = 1
    while True:
        start = thread_time_ns()
        for _ in range(calls):
            weights @ forms
        nanos = thread_time_ns() - start
        if nanos >= MEASUREMENT:
            break
        calls *= 2
    print(nanos / calls, flush=True)
